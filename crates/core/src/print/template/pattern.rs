//! Patterns that tell cards apart without colour: in grey print, and to eyes that see colours otherwise.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::print::frame::{Color, Frame, Path, Rect, at};

/// The pattern that fills a card's cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Pattern {
    /// Nothing.
    None,
    /// Slanting stripes.
    Stripes,
    /// Dots.
    Dots,
    /// Upright bars.
    Bars,
    /// Arrow heads.
    Chevrons,
    /// Diamonds.
    Diamonds,
    /// Crosses.
    Crosses,
    /// A lattice of slanting lines.
    Lattice,
}

impl Pattern {
    /// Fills the box with whole cells, the middle one in the middle.
    pub(super) fn draw(self, frame: &mut Frame, rect: Rect, cell: f64, color: Color) {
        let (columns, rows) = ((rect.width / cell).floor().min(500.0), (rect.height / cell).floor().clamp(1.0, 500.0));
        let left = rect.x + (rect.width - columns * cell) / 2.0;
        let top = rect.y + (rect.height - rows * cell) / 2.0;
        let mut path = Path::default();
        for row in 0..rows as u32 {
            for column in 0..columns as u32 {
                let cell_at = at(left + f64::from(column) * cell, top + f64::from(row) * cell);
                path = self.cell(path, cell_at.x, cell_at.y, cell);
            }
        }
        if !path.0.is_empty() {
            frame.fill(path, color);
        }
    }

    fn cell(self, path: Path, x: f64, y: f64, size: f64) -> Path {
        let points = |points: &[(f64, f64)]| {
            Path::polygon(&points.iter().map(|(dx, dy)| at(x + dx * size, y + dy * size)).collect::<Vec<_>>())
        };
        match self {
            Pattern::None => path,
            Pattern::Stripes => path.append(points(&[(0.0, 1.0), (0.5, 1.0), (1.0, 0.0), (0.5, 0.0)])),
            Pattern::Dots => path.append(Path::circle(at(x + size / 2.0, y + size / 2.0), size * 0.29)),
            Pattern::Bars => path.append(points(&[(0.34, 0.12), (0.66, 0.12), (0.66, 0.88), (0.34, 0.88)])),
            Pattern::Chevrons => {
                path.append(points(&[(0.18, 0.1), (0.46, 0.1), (0.86, 0.5), (0.46, 0.9), (0.18, 0.9), (0.58, 0.5)]))
            }
            Pattern::Diamonds => path.append(points(&[(0.5, 0.08), (0.9, 0.5), (0.5, 0.92), (0.1, 0.5)])),
            Pattern::Lattice => path
                .append(points(&[(0.0, 0.0), (0.12, 0.0), (1.0, 0.88), (1.0, 1.0), (0.88, 1.0), (0.0, 0.12)]))
                .append(points(&[(1.0, 0.0), (1.0, 0.12), (0.12, 1.0), (0.0, 1.0), (0.0, 0.88), (0.88, 0.0)])),
            Pattern::Crosses => path.append(points(&[
                (0.36, 0.1),
                (0.64, 0.1),
                (0.64, 0.36),
                (0.9, 0.36),
                (0.9, 0.64),
                (0.64, 0.64),
                (0.64, 0.9),
                (0.36, 0.9),
                (0.36, 0.64),
                (0.1, 0.64),
                (0.1, 0.36),
                (0.36, 0.36),
            ])),
        }
    }
}
