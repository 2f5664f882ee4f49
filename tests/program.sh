# Sourced by the suites: MUSTER names the program that they try, unless set the one of `cargo build`.
if [ -z "${MUSTER:-}" ]; then
  MUSTER=$(cargo build --locked --quiet --bin muster --message-format json | sed -n 's/.*"executable":"\([^"]*\)".*/\1/p')
fi
export MUSTER
