#!/bin/sh
# Installs Debian's packages named on the command line where that is possible; else says so by its exit code.
command -v apt-get >/dev/null 2>&1 || exit 1
run=""
[ "$(id -u)" = 0 ] || run="sudo -n"
$run true 2>/dev/null && $run apt-get update -qq >/dev/null 2>&1 \
  && $run env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@" >/dev/null 2>&1
