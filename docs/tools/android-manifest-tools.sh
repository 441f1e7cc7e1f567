#!/bin/sh
# The check of the Android manifest compiles it with Debian's aapt2 against Android's framework.
command -v aapt2 >/dev/null 2>&1 && [ -e /usr/share/android-framework-res/framework-res.apk ] && exit 0
sh "$(dirname "$0")/debian-packages.sh" aapt android-framework-res \
  || echo "The manifest is not compiled: please install the packages aapt and android-framework-res (Debian, Ubuntu)."
