#!/bin/sh
# Makes an authority and certificates in /certificates, with the names that certbot uses:
# certificates.sh SITE RESPONDER BADGE_HOST
set -eu
cd /certificates
mkdir authority site renewed badge
key='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'

# shellcheck disable=SC2086
openssl req -x509 $key -days 30 -subj '/CN=Authority of the tests' \
  -keyout authority/key.pem -out authority/certificate.pem

issue() { # FOLDER HOST [EXTENSION]
  # shellcheck disable=SC2086
  openssl req $key -subj "/CN=$2" -keyout "$1/privkey.pem" -out request.pem
  printf 'subjectAltName=DNS:%s\n%s\n' "$2" "${3:-}" >extensions
  openssl x509 -req -in request.pem -days 30 -extfile extensions -CAcreateserial \
    -CA authority/certificate.pem -CAkey authority/key.pem -out "$1/certificate.pem"
  cat "$1/certificate.pem" authority/certificate.pem >"$1/fullchain.pem"
}
for name in site renewed; do issue "$name" "$1" "authorityInfoAccess=OCSP;URI:http://$2:8888"; done
issue badge "$3"

# Lines of the authority's register: valid, until, serial number, file, subject.
until=$(date -u -d '+30 days' +%y%m%d%H%M%SZ)
for name in site renewed; do
  serial=$(openssl x509 -in "$name/certificate.pem" -noout -serial | cut -d= -f2)
  printf 'V\t%s\t\t%s\tunknown\t/CN=%s\n' "$until" "$serial" "$name"
done >authority/index.txt

# As docs/install.md says: only the user of nginx can read the key.
chown 10001 site/privkey.pem renewed/privkey.pem
chmod 400 site/privkey.pem renewed/privkey.pem
chmod 644 badge/privkey.pem
