//! Gradients as shadings of a PDF.

use lopdf::{Dictionary, Object, dictionary};
use std::sync::Arc;

use super::press::WrittenColors;
use crate::print::frame::{Color, Gradient, GradientRun};

/// Returns the shadings by their names, `S0` and so on.
pub(super) fn write_shadings(gradients: &[Arc<Gradient>], colors: WrittenColors<'_>) -> Dictionary {
    let named =
        |(i, gradient): (usize, &Arc<Gradient>)| (format!("S{i}"), Object::Dictionary(shading(gradient, colors)));
    Dictionary::from_iter(gradients.iter().enumerate().map(named))
}

fn reals(numbers: &[f64]) -> Object {
    Object::Array(numbers.iter().map(|number| Object::Real(*number as f32)).collect())
}

fn shading(gradient: &Gradient, colors: WrittenColors<'_>) -> Dictionary {
    let (kind, coordinates) = match gradient.run {
        GradientRun::Linear(from, to) => (2, reals(&[from.x, from.y, to.x, to.y])),
        GradientRun::Radial { focus, inner, center, radius } => {
            (3, reals(&[focus.x, focus.y, inner, center.x, center.y, radius]))
        }
    };
    dictionary! {
        "ShadingType" => kind,
        "ColorSpace" => colors.standard.space(),
        "Coords" => coordinates,
        "Extend" => vec![Object::Boolean(true), Object::Boolean(true)],
        "Function" => function(&gradient.stops, colors),
    }
}

/// Returns the function from 0 to 1 to colours: a straight run from each stop to the next.
fn function(stops: &[(f64, Color)], colors: WrittenColors<'_>) -> Dictionary {
    let parts = |color: Color| match colors.standard.is_in_inks() {
        false => reals(&[color.0, color.1, color.2].map(|part| f64::from(part) / 255.0)),
        true => reals(&colors.separation.inks(color)),
    };
    let domain = || reals(&[0.0, 1.0]);
    let run = |from: Color, to: Color| {
        let exponent = 1;
        dictionary! {
            "FunctionType" => 2, "Domain" => domain(), "N" => exponent, "C0" => parts(from), "C1" => parts(to),
        }
    };
    let (first, last) = (stops.first().copied().unwrap_or_default(), stops.last().copied().unwrap_or_default());
    // What stands before the first stop and after the last has their colours.
    let mut all = vec![(0.0, first.1)];
    all.extend(stops.iter().copied());
    all.push((1.0, last.1));
    all.dedup();
    let runs: Vec<Object> = all.windows(2).map(|two| Object::Dictionary(run(two[0].1, two[1].1))).collect();
    let inner: Vec<f64> = all[1..all.len() - 1].iter().map(|(at, _)| *at).collect();
    let encode: Vec<f64> = runs.iter().flat_map(|_| [0.0, 1.0]).collect();
    dictionary! {
        "FunctionType" => 3,
        "Domain" => domain(),
        "Functions" => runs,
        "Bounds" => reals(&inner),
        "Encode" => reals(&encode),
    }
}
