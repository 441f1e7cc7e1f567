#!/bin/sh
# Kivy's window needs libGL and libEGL. Installs Debian's packages where that is possible, else says what to do.
ldconfig -p 2>/dev/null | grep -q 'libGL\.so' && ldconfig -p | grep -q 'libEGL\.so' && exit 0
[ "$(uname -s)" = Linux ] || exit 0
if command -v apt-get >/dev/null 2>&1; then
  run=""
  [ "$(id -u)" = 0 ] || run="sudo -n"
  if $run true 2>/dev/null && $run apt-get update -qq >/dev/null 2>&1 \
    && DEBIAN_FRONTEND=noninteractive $run apt-get install -y -qq libgl1 libegl1 >/dev/null 2>&1; then
    exit 0
  fi
fi
echo "The app's window needs libGL and libEGL: please install the packages libgl1 and libegl1 (Debian, Ubuntu)."
