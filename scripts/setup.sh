# Shared by `start` and `test`: paths, prerequisites and their installation. To be sourced, not run.
# Writes only inside the clone and to the usual caches (cargo, npm, ~/.cache/vitrine).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/vitrine/target}"
vitrine="$CARGO_TARGET_DIR/debug/vitrine"

say() { printf '%s\n' "$*" >&2; }
fail() { say "$*"; exit 1; }

# Debian packages by the command they provide, as `command package` pairs: installed if permitted, otherwise listed.
need_debian() {
  local packages=()
  while [ $# -gt 0 ]; do
    command -v "$1" >/dev/null || packages+=("$2")
    shift 2
  done
  [ ${#packages[@]} -gt 0 ] || return 0
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    say "installing Debian's ${packages[*]} …"
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
  else
    fail "missing: install with  sudo apt-get install ${packages[*]}"
  fi
}

need_toolchains() {
  command -v cargo >/dev/null || fail "cargo is missing: install Rust 1.95 from https://rustup.rs"
  command -v node >/dev/null || fail "node is missing: install Node.js 20 or newer"
  node -e 'process.exit(Number(process.versions.node.split(".")[0]) >= 20 ? 0 : 1)' || fail "node $(node --version) is too old: install Node.js 20 or newer"
  command -v npm >/dev/null || fail "npm is missing: it comes with Node.js"
  need_debian cc gcc
  own_target
}

# Clones share the cache for the dependencies, but cargo distinguishes workspace crates of two clones only by the
# modification times of their files: what another clone compiled of the workspace is deleted first, so that it is not reused.
own_target() {
  local stamp="$CARGO_TARGET_DIR/.vitrine-clone"
  [ -d "$CARGO_TARGET_DIR" ] && [ "$(cat "$stamp" 2>/dev/null)" != "$PWD" ] && cargo clean --quiet --locked --workspace
  mkdir -p "$CARGO_TARGET_DIR" && printf '%s\n' "$PWD" >"$stamp"
}

# Installs node_modules from the lock file, only if the lock file has changed.
need_node_modules() {
  cmp -s islands/package-lock.json islands/node_modules/.vitrine-lock 2>/dev/null && return
  say "installing the front end's packages …"
  (cd islands && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error)
  cp islands/package-lock.json islands/node_modules/.vitrine-lock
}

# Builds the binary. Always for the whole workspace, so that features are resolved the same way every time. Dev-dependencies enable more
# features: `build_binary --tests` reuses the binary compiled for the tests; `start` does not need them.
# On a terminal cargo says how many of the crates are compiled.
build_binary() {
  local quiet=(--quiet)
  [ ! -t 2 ] || quiet=()
  say "building vitrine (the first time takes some minutes) …"
  cargo build --locked "${quiet[@]}" --workspace --bins "$@"
}

# Uses the binary that VITRINE_BIN names instead of compiling one. It has to be of this commit, since templates and scripts of another one
# may not fit it, and to have the embedded backends, which those of scripts/release have not.
use_binary() {
  vitrine=$(realpath -e -- "$1" 2>/dev/null) || fail "VITRINE_BIN=$1: there is no such file"
  local commit told
  told=$("$vitrine" version 2>/dev/null) || fail "VITRINE_BIN=$1 does not run on this machine, or is no vitrine: unset VITRINE_BIN to compile one"
  case "$told" in
    *"without the demo"*) fail "VITRINE_BIN=$1 is without the embedded backends: name one made by  VITRINE_COMMIT=\$(git rev-parse HEAD) cargo build --release --locked" ;;
  esac
  commit=$(git rev-parse HEAD 2>/dev/null) || return 0
  case "$told" in
    *"$commit"*) ;;
    *"unknown commit"*) say "VITRINE_BIN=$1 does not say of which commit it is: if a page cannot be built, compile instead" ;;
    *) fail "VITRINE_BIN=$1 is of another commit than this folder (${commit:0:12}): check out that of the binary, or unset VITRINE_BIN to compile one" ;;
  esac
}

# Builds scripts, styles and fonts, only if a source is newer than the build, or the build is of another version of the program.
build_assets() {
  local version
  version=$(sed -n '/^\[workspace.package\]/,/^$/s/^version = "\(.*\)"/\1/p' Cargo.toml)
  if grep -qs "\"version\": \"$version\"" islands/build/manifest.json &&
    [ -z "$(find islands/src islands/build.mjs islands/notices.mjs islands/package-lock.json templates/styles -newer islands/build/manifest.json -print -quit)" ]; then
    return
  fi
  say "bundling the islands and styles …"
  (cd islands && npm run --silent build)
}
