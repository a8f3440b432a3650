#!/bin/bash
# Writes the settings in the environment to /tmp/nginx (only /tmp is writable), and becomes nginx with the
# nginx.conf next to this file. Arguments are passed on to nginx. An invalid setting stops this script with a
# message. Each value is checked as a whole, so that none can add a directive.
set -euo pipefail

# OWN is TLS_DIR. REQUESTED is what the `certificate` service publishes.
readonly OUT=/tmp/nginx OWN=/run/tls REQUESTED=/run/certificate

say() {
  printf '%s\n' "$1" >&2
}

die() {
  printf 'nginx was not started: %s\n' "$1" >&2
  exit 1
}

is_number() { # VALUE MOST
  [[ $1 =~ ^[1-9][0-9]{0,5}$ && $1 -le $2 ]]
}

# Lists the proxies whose header contains the visitor's address.
real_ip() {
  local header=${REAL_IP_HEADER:-X-Forwarded-For} range ranges
  IFS=$', \t\n' read -r -d '' -a ranges <<<"${REAL_IP_FROM:-}" || true
  [ "${#ranges[@]}" -gt 0 ] || return 0

  for range in "${ranges[@]}"; do
    # nginx itself refuses a malformed address made of these characters.
    [[ $range =~ ^[0-9A-Fa-f.:/]+$ ]] || die "REAL_IP_FROM has '$range', which is neither an address nor a CIDR range."
    # If every address were trusted, a visitor could choose any address in the header.
    [[ $range != */0 ]] || die "REAL_IP_FROM has '$range', which would trust every visitor."
    printf 'set_real_ip_from %s;\n' "$range"
  done
  # Underscores are refused, because nginx would read `proxy_protocol` as a protocol and not as a header.
  [[ $header =~ ^[A-Za-z0-9-]+$ ]] || die "REAL_IP_HEADER is '$header', which is not the name of a header."
  # nginx reads the header from the right, and uses the first address that is not one of these proxies.
  # Visitors may have made up the rest.
  printf 'real_ip_header %s;\nreal_ip_recursive on;\n' "$header"
}

# Lists addresses that hide visitors. Docker's rootless mode, Podman and Docker Desktop
# forward each connection from the gateway or from one of these ranges. Docker does the same for visits
# from its own machine. Visitors behind a proxy that passes on no address share the proxy's address.
hidden() {
  local destination gateway prefix
  while read -r _ destination gateway _; do
    [[ $destination == 00000000 && $gateway != 00000000 ]] || continue
    # The kernel prints the bytes of an IPv4 address in reverse.
    printf '%d.%d.%d.%d 1;\n' "0x${gateway:6:2}" "0x${gateway:4:2}" "0x${gateway:2:2}" "0x${gateway:0:2}"
  done </proc/net/route
  while read -r destination prefix _ _ gateway _; do
    [[ $destination$prefix =~ ^0+$ && ! $gateway =~ ^0+$ ]] || continue
    sed 's/..../&:/g; s/:$/ 1;/' <<<"$gateway"
  done < <(cat /proc/net/ipv6_route 2>/dev/null)
  printf '%s 1;\n' 192.168.65.0/24 10.0.2.0/24 169.254.1.0/24
  sed -n 's/^set_real_ip_from \(.*\);/\1 1;/p' "$OUT/next/real-ip.conf"
}

rates() {
  local rate=${API_REQUESTS_PER_SECOND:-100}
  is_number "$rate" 100000 ||
    die "API_REQUESTS_PER_SECOND is '$rate', which is not a whole number from 1 to 100000."
  # 10 MB is enough for about 80,000 networks. The least recently used are removed first.
  printf 'limit_req_zone $client_network zone=calls:10m rate=%sr/s;\n' "$rate"
  printf 'limit_req_zone $client_site zone=calls_by_site:10m rate=%sr/s;\n' "$((rate * 8))"
}

# Listens on IPv4 and IPv6. A kernel without IPv6 refuses the second line.
listen() { # PORT PARAMETERS
  printf 'listen %s;\n' "$*"
  [ ! -e /proc/net/if_inet6 ] || printf 'listen [::]:%s;\n' "$*"
}

server() {
  local port=${HTTPS_PORT:-443} suffix=''
  is_number "$port" 65535 || die "HTTPS_PORT is '$port', which is not a port."
  [ "$port" = 443 ] || suffix=:$port
  printf 'map "" $https_port_suffix { default "%s"; }\n' "$suffix"
  case ${TLS:-off} in
    off) echo 'include plain.conf;' ;;
    on)
      certificates
      if [ -e "$OUT/certificate.pem" ]; then
        echo 'include tls.conf;'
      else
        echo 'include waiting.conf;'
      fi
      ;;
    *) die "TLS is '$TLS', neither on nor off." ;;
  esac
}

# Maps the site's other names. `$is_moved` says that a request to one of them is redirected: see
# site.conf.
aliases() {
  local name names origin='^https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?/?$'
  local host='^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$'
  IFS=$', \t\n' read -r -d '' -a names <<<"${SITE_ALIASES:-}" || true
  [ "${#names[@]}" -eq 0 ] || [[ ${SITE_URL:-} =~ $origin ]] ||
    die "SITE_ALIASES redirects to SITE_URL, which is '${SITE_URL:-}'. Set it to https:// and a host name."
  printf 'map "" $site { default "%s"; }\n' "${names:+${SITE_URL%/}}"
  echo 'map $host $is_alias { default "";'
  for name in "${names[@]}"; do
    [[ $name =~ $host ]] || die "SITE_ALIASES contains '$name', which is not a host name."
    # A redirect from this name would point to itself.
    [[ ${SITE_URL,,}/ != *://"${name,,}"[:/]* ]] ||
      die "SITE_ALIASES contains '$name', which is the name in SITE_URL."
    printf '  "%s" yes;\n' "${name,,}"
  done
  echo '}'
  echo 'map "$is_alias $request_method" $is_moved { default ""; "~^yes (GET|HEAD)$" 1; }'
}

# Writes the API's address that `serve` has found. Without `serve`, looks the address up; if that fails, keeps
# the previous one.
api() {
  local address=${API_ADDRESS:-}
  [ -n "$address" ] || read -r address _ < <(getent ahosts api) || true
  case $address in
    '') cat "$OUT/api.conf" 2>/dev/null || printf 'server unix:%s/no-api;\n' "$OUT" ;;
    *:*) printf 'server [%s]:3000;\n' "$address" ;;
    *) printf 'server %s:3000;\n' "$address" ;;
  esac
}

# Chooses the certificate. It copies the files that nginx can use, so that nginx keeps working if one of them
# breaks later.
certificates() {
  local name file
  if [ -e "$OWN/fullchain.pem" ] && [ -e "$OWN/privkey.pem" ]; then
    copy own "$OWN/fullchain.pem" "$OWN/privkey.pem"
  elif [ ! -e "$OWN/fullchain.pem" ] && [ ! -e "$OWN/privkey.pem" ] && [ -e "$REQUESTED/site.pem" ]; then
    rm -f "$OUT/own.pem"
  fi
  [ ! -e "$REQUESTED/site.pem" ] || copy requested "$REQUESTED/site.pem"

  for name in requested own; do
    [ ! -e "$OUT/$name.pem" ] || file=$OUT/$name.pem
  done
  [ -n "${file:-}" ] || return 0
  cmp --silent "$file" "$OUT/certificate.pem" || say "nginx now uses the new certificate ($(basename "$file" .pem))."
  cp "$file" "$OUT/next/certificate.pem"
  mv "$OUT/next/certificate.pem" "$OUT/certificate.pem"
}

# Copies a certificate with its key into one file, if nginx can use them together.
copy() { # NAME FILE...
  local name=$1 reason
  shift
  if ! cat "$@" >"$OUT/next/candidate.pem" 2>/dev/null; then
    say "The certificate is not used, because user $(id -u), who runs nginx, cannot read all of: $*"
  elif reason=$(nginx -t -q -e stderr -c "${0%/*}/candidate.conf" 2>&1); then
    mv "$OUT/next/candidate.pem" "$OUT/$name.pem"
  else
    reason=${reason%%$'\n'*}
    say "The certificate is not used, because nginx cannot use $* together: ${reason#*#*: }"
  fi
}

# Replace all files together: a running nginx reads them at its next reload.
umask 077
mkdir -p "$OUT/next"
real_ip >"$OUT/next/real-ip.conf"
hidden | sort -u >"$OUT/next/hidden.conf"
rates >"$OUT/next/rates.conf"
listen 8080 default_server >"$OUT/next/listen-8080.conf"
listen 8443 ssl default_server >"$OUT/next/listen-8443.conf"
server >"$OUT/next/server.conf"
aliases >"$OUT/next/aliases.conf"
api >"$OUT/next/api.conf"
mv "$OUT"/next/*.conf "$OUT"

# nginx reads one file after another, and publish may switch releases in between, so this link names one
# release.
ln -sfn "$(readlink -f "${0%/*}")" "$OUT/next/settings"
mv -T "$OUT/next/settings" "$OUT/settings"

# Until it has read nginx.conf, nginx would log to Debian's default file, which is not writable.
exec nginx -e stderr -c "$OUT/settings/nginx.conf" "$@"
