#!/bin/sh
# The scenarios of the openCypher TCK below a folder, against our queries: one line each, then the counts.
#   sh tests/tck.sh FEATURES_DIR [--fits FITS_TSV]      --fits: only the listed ones
# TCK_ANSWER names the program that answers, else that of build/dev.
exec python3 "$(dirname "$0")/tck/run.py" "$@"
