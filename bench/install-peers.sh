#!/bin/sh
# Installs the rule engines that `npm run bench` measures beside hocl: SWI-Prolog (CHR), CLIPS and Maude
# as Debian packages, CHR.js and nools from npm into bench/node_modules. What is missing is skipped by the
# benchmark with a line, so every part of this script may be left out.
set -eu
cd "$(dirname "$0")"

if command -v apt-get >/dev/null; then
  as_root=''
  if [ "$(id -u)" -ne 0 ]; then as_root='sudo'; fi
  $as_root apt-get update
  $as_root apt-get install -y --no-install-recommends swi-prolog-nox clips maude
else
  echo 'no apt-get here: install swi-prolog, clips and maude by hand' >&2
fi

# Nothing that a package would run on installation is needed: all of it is plain JavaScript.
npm ci --ignore-scripts --no-audit --no-fund
