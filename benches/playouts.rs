//! Playouts a second.

fn main() {}
