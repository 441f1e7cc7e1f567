#!/bin/sh
# Builds the Android package into bin/. Everything else it needs goes into .buildozer and ~/.buildozer.
set -eu
cd "$(dirname "$0")/../.."

missing=""
for command in git zip unzip javac cmake autoconf automake libtoolize pkg-config make patch g++; do
  command -v "$command" >/dev/null 2>&1 || missing="$missing $command"
done
[ -f /usr/include/zlib.h ] || missing="$missing zlib.h"
if [ -n "$missing" ]; then
  echo "To build the Android package, these are missing:$missing"
  echo "On Debian or Ubuntu:"
  echo "  sudo apt-get install git zip unzip openjdk-17-jdk cmake autoconf automake libtool libltdl-dev pkg-config \\"
  echo "    make patch g++ ccache zlib1g-dev libffi-dev libssl-dev libbz2-dev"
  exit 1
fi

cat <<'WORDS'
The first build downloads about 3 GB and takes an hour or more; later builds take a few minutes.
  from PyPI           buildozer
  from dl.google.com  Android's SDK tools, platform 36, build tools, NDK r28c (their licences are accepted for you:
                      android.accept_sdk_license in buildozer.spec)
  from github.com     python-for-android v2026.05.09, the sources of Python 3.14, numpy, OpenCV, Kivy, pyjnius, SDL
  from Maven          Gradle, the Android plugin, androidx.core
About 15 GB of disk are used, in .buildozer here and in ~/.buildozer.
WORDS

venv=.buildozer/venv
[ -x "$venv/bin/python" ] || "${PYTHON:-python3}" -m venv "$venv"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check buildozer==1.6.0 'setuptools<81'
# buildozer looks for cython and for the environment by these.
PATH="$PWD/$venv/bin:$PATH" VIRTUAL_ENV="$PWD/$venv" "$venv/bin/buildozer" android debug

"$venv/bin/python" docs/tools/check_alignment.py bin/*.apk
echo "Done. To put it on a phone that is connected by USB: adb install -r bin/marblecompanion-*.apk"
