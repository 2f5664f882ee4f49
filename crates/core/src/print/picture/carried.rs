//! Drawings that Muster carries, as SVG files written in colours of their own.

use std::sync::{Arc, OnceLock};

use super::{VectorPicture, svg};
use crate::print::frame::{AreaFill, Color, Frame, Item, Transform};

/// A drawing that is part of the program: read when it is first drawn, and drawn in the colours of a look.
#[derive(Debug)]
pub struct CarriedDrawing {
    svg: &'static str,
    read: OnceLock<VectorPicture>,
}

impl CarriedDrawing {
    /// Returns the drawing of an SVG file.
    pub const fn new(svg: &'static str) -> CarriedDrawing {
        CarriedDrawing { svg, read: OnceLock::new() }
    }

    /// Returns the drawing with its longer side as long as `side`. Each colour of its file that `inks` names first becomes the
    /// one beside it.
    pub fn draw(&self, side: f64, inks: &[(Color, Color)]) -> Frame {
        let picture =
            self.read.get_or_init(|| svg::read(self.svg.as_bytes()).expect("internal error: a carried drawing"));
        let mut frame = Frame::default();
        let scale = side / picture.size.width.max(picture.size.height);
        frame.place(&Arc::new(inked(&picture.frame, inks)), Transform::from_scale_translate(scale, 0.0, 0.0));
        frame
    }
}

/// Declares an enum of signs with the SVG file of each, relative to the file that declares it. `carried` returns that of a sign.
#[macro_export]
macro_rules! carried_drawings {
    ($(#[$meta:meta])* $vis:vis enum $name:ident { $($(#[$of_sign:meta])* $sign:ident = $file:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $vis enum $name {
            $($(#[$of_sign])* $sign,)+
        }

        impl $name {
            fn carried(self) -> &'static $crate::print::picture::CarriedDrawing {
                static DRAWINGS: [$crate::print::picture::CarriedDrawing; [$($file),+].len()] =
                    [$($crate::print::picture::CarriedDrawing::new(include_str!($file))),+];
                &DRAWINGS[self as usize]
            }
        }
    };
}
pub use carried_drawings;

/// Returns a drawing of areas in other colours.
fn inked(frame: &Frame, inks: &[(Color, Color)]) -> Frame {
    let mut frame = frame.clone();
    for item in &mut frame.items {
        match item {
            Item::Area(area) => {
                if let AreaFill::Color(color) = &mut area.fill
                    && let Some((_, ink)) = inks.iter().find(|(written, _)| written == color)
                {
                    *color = *ink;
                }
            }
            Item::Group(group) => group.frame = Arc::new(inked(&group.frame, inks)),
            Item::Shape(_) | Item::Text(_) | Item::Image(_) => {}
        }
    }
    frame
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::print::frame::Rect;

    #[test]
    fn a_carried_drawing_is_as_large_and_as_inked_as_asked() {
        const RED: Color = Color(255, 0, 0);
        static DRAWING: CarriedDrawing = CarriedDrawing::new(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 2'><path d='M1,0H3V2H1Z'/><path fill='#fff' d='M0,0H1V1Z'/></svg>",
        );
        let drawn = DRAWING.draw(8.0, &[(Color::BLACK, RED)]);
        let [Item::Group(group)] = drawn.items.as_slice() else { panic!("{drawn:?}") };
        let fill = |item: &Item| match item {
            Item::Area(area) => area.fill.clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!(
            group.frame.items.iter().map(fill).collect::<Vec<_>>(),
            [AreaFill::Color(RED), AreaFill::Color(Color::WHITE)]
        );
        let bounds = drawn.bounds().expect("it draws something");
        assert_eq!(bounds, Rect::new(0.0, 0.0, 6.0, 4.0));
    }
}
