# Sourced by the suites that need programs of others, in the repository's folder. With --require as their first argument what cannot
# be tested on this machine is a failure; without, it is only said aloud.
required=
if [ "${1:-}" = --require ]; then
  required=1
  shift
fi

# A folder for all that the suite makes.
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# skip WHAT: says what is not tested, and why.
skip() {
  echo "SKIPPED: $*" >&2
  [ -z "$required" ] || exit 1
}

# skip_all WHAT: the same where nothing is tested.
skip_all() {
  skip "$@"
  exit 0
}

# pip_install PACKAGE...: installs packages of Python in an environment of their own, $dir/python.
pip_install() {
  command -v python3 > /dev/null || { echo "there is no python3" >&2 && return 1; }
  python3 -m venv "$dir/python" >&2 && "$dir/python/bin/pip" install --quiet --disable-pip-version-check "$@" >&2
}

# pip_install_locked FILE: the same with the packages of a file, whose sums must be right.
pip_install_locked() {
  pip_install --no-deps --only-binary :all: --require-hashes --requirement "$1"
}

# apt_install PACKAGE...: installs packages of Debian where that is possible, one suite after the other.
apt_install() {
  [ "$(id -u)" = 0 ] && command -v apt-get > /dev/null || return 0
  { flock 9 && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"; } \
    9> "${TMPDIR:-/tmp}/muster-apt.lock" >&2 || true
}

# find_browser: prints the path of a Chromium.
find_browser() {
  command -v chromium || command -v chromium-browser || command -v google-chrome || true
}

# use_program: MUSTER names the program that is tried, unless set the one of `cargo build`.
use_program() {
  [ -n "${MUSTER:-}" ] || MUSTER=$(cargo build --locked --quiet --bin muster --message-format json | sed -n 's/.*"executable":"\([^"]*\)".*/\1/p')
  export MUSTER
}
