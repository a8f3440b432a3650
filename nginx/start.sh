#!/bin/bash
# Writes the settings of the environment to /tmp/nginx, the only writable folder, and becomes
# nginx with the nginx.conf beside this file. Arguments are passed on to nginx. A wrong setting
# ends it with a sentence. Every value is checked as a whole, so that none can add a directive.
set -euo pipefail

readonly OUT=/tmp/nginx TLS_FOLDER=/run/tls

die() {
  printf 'nginx is not started: %s\n' "$1" >&2
  exit 1
}

is_range() { # an address, or a range of them as CIDR
  local octet='(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])'
  local ipv4="^$octet(\.$octet){3}(/([12]?[0-9]|3[0-2]))?$"
  local ipv6='^([0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f]{0,4}(/([1-9]?[0-9]|1[01][0-9]|12[0-8]))?$'
  [[ $1 =~ $ipv4 || $1 =~ $ipv6 ]]
}

is_loopback() {
  local ipv6='^(0{0,4}:){2,7}0{0,3}1(/|$)'
  [[ $1 == 127.* || $1 =~ $ipv6 ]]
}

is_number() { # VALUE MOST
  [[ $1 =~ ^[1-9][0-9]{0,5}$ && $1 -le $2 ]]
}

# The proxies whose header names the visitor's address.
real_ip() {
  local header=${REAL_IP_HEADER:-X-Forwarded-For} range ranges
  IFS=$', \t\n' read -r -d '' -a ranges <<<"${REAL_IP_FROM:-}" || true
  [ "${#ranges[@]}" -gt 0 ] || return 0

  for range in "${ranges[@]}"; do
    is_range "$range" || die "REAL_IP_FROM has '$range', which is no address and no CIDR range."
    # Every visitor could choose an address.
    [[ $range != */0 ]] || die "REAL_IP_FROM has '$range', which is everybody."
    # No proxy has this address, so all visitors would share one limit.
    ! is_loopback "$range" ||
      die "REAL_IP_FROM has '$range', which is this container itself: a proxy on its host comes from Docker's network (172.16.0.0/12, 192.168.0.0/16)."
    printf 'set_real_ip_from %s;\n' "$range"
  done
  # No underscore, because `proxy_protocol` would be a protocol and not a header.
  [[ $header =~ ^[A-Za-z0-9-]+$ ]] || die "REAL_IP_HEADER is '$header', which is no header's name."
  # nginx reads the header from the right and takes the first address that is not such a proxy.
  # The visitor may have written the rest.
  printf 'real_ip_header %s;\nreal_ip_recursive on;\n' "$header"
}

rates() {
  local rate=${API_REQUESTS_PER_SECOND:-100}
  is_number "$rate" 100000 ||
    die "API_REQUESTS_PER_SECOND is '$rate', which is no whole number from 1 to 100000."
  # 10 MB hold about 80,000 addresses. The oldest are removed first.
  printf 'limit_req_zone $client_network zone=calls:10m rate=%sr/s;\n' "$rate"
}

server() {
  local port=${HTTPS_PORT:-443} suffix=''
  is_number "$port" 65535 || die "HTTPS_PORT is '$port', which is no port."
  [ "$port" = 443 ] || suffix=:$port
  printf 'map "" $https_port { default "%s"; }\n' "$port"
  printf 'map "" $https_port_suffix { default "%s"; }\n' "$suffix"
  case ${TLS:-off} in
    off) echo 'include plain.conf;' ;;
    on)
      certificates
      echo 'include tls.conf;'
      ;;
    *) die "TLS is '$TLS', neither on nor off." ;;
  esac
}

certificates() {
  local file
  for file in "$TLS_FOLDER/fullchain.pem" "$TLS_FOLDER/privkey.pem"; do
    [ -s "$file" ] || die "$file is missing or empty. TLS_DIR names the folder on the host that has it."
    [ -r "$file" ] || die "$file cannot be read by user $(id -u), who runs nginx."
  done
}

# Replace all files together: a running nginx reads them at its next reload.
mkdir -p "$OUT/next"
real_ip >"$OUT/next/real-ip.conf"
rates >"$OUT/next/rates.conf"
server >"$OUT/next/server.conf"
mv "$OUT"/next/*.conf "$OUT"

# Until it has read nginx.conf, nginx would log to Debian's default file, which is not writable.
exec nginx -e stderr -c "${0%/*}/nginx.conf" "$@"
