#!/bin/sh
# Kivy's window needs libGL and libEGL. Installs Debian's packages where that is possible, else says what to do.
ldconfig -p 2>/dev/null | grep -q 'libGL\.so' && ldconfig -p | grep -q 'libEGL\.so' && exit 0
[ "$(uname -s)" = Linux ] || exit 0
sh "$(dirname "$0")/debian-packages.sh" libgl1 libegl1 \
  || echo "The app's window needs libGL and libEGL: please install the packages libgl1 and libegl1 (Debian, Ubuntu)."
