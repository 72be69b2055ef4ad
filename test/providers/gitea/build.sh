#!/usr/bin/env bash
# Builds Gitea into CACHE (see up.sh) when it is not there, and starts nothing. With --is-built only tells whether it is.
HERE="$(cd "$(dirname "$0")" && pwd)"
if [ "${1:-}" = --is-built ]; then BUILD_ONLY=check; else BUILD_ONLY=1; fi
export BUILD_ONLY
exec "$HERE/up.sh"
