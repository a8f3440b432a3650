#!/bin/sh
# Makes an authority and certificates in /certificates, with the names that certbot uses:
# certificates.sh SITE BADGE_HOST
set -eu
cd /certificates
mkdir authority site renewed badge
key='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'

# shellcheck disable=SC2086
openssl req -x509 $key -days 30 -subj '/CN=Authority of the tests' \
  -keyout authority/key.pem -out authority/certificate.pem

issue() { # FOLDER HOST
  # shellcheck disable=SC2086
  openssl req $key -subj "/CN=$2" -keyout "$1/privkey.pem" -out request.pem
  printf 'subjectAltName=DNS:%s\n' "$2" >extensions
  openssl x509 -req -in request.pem -days 30 -extfile extensions -CAcreateserial \
    -CA authority/certificate.pem -CAkey authority/key.pem -out "$1/certificate.pem"
  cat "$1/certificate.pem" authority/certificate.pem >"$1/fullchain.pem"
}
issue site "$1"
issue renewed "$1"
issue badge "$2"

# As docs/install.md says: only the user of nginx can read the key.
chown 10001 site/privkey.pem renewed/privkey.pem
chmod 400 site/privkey.pem renewed/privkey.pem
chmod 644 badge/privkey.pem
