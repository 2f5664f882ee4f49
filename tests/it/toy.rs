//! A toy system, added as any system is, goes through check, smoke, replay and print.
