//! Tabletop: its clauses.

mod clauses;
