#!/bin/sh
# Installs one program with its production packages in the working folder (Dockerfile):  install.sh FOLDER [PROGRAM]
set -e
node /images/production.mjs "$@"
npm ci --cache=/var/cache/npm --omit=dev --ignore-scripts --no-audit --no-fund
npm sbom --omit=dev --sbom-format=cyclonedx > sbom.json
node /images/strip.mjs node_modules
node /images/collect.mjs /programs . only
rm package-lock.json .npmrc
