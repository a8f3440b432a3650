#!/bin/bash
# Writes what the environment decides into /tmp/nginx, as nothing else can be written to, and
# becomes nginx. A setting that cannot be used ends it with a sentence. Each value is checked
# whole before it is written, so that none can bring a directive of its own. Reads the nginx.conf
# beside it; arguments are nginx's own.
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

# Whose word about the visitor's address is believed, and in which header it stands.
real_ip() {
  local header=${REAL_IP_HEADER:-X-Forwarded-For} range ranges
  IFS=$', \t\n' read -r -d '' -a ranges <<<"${REAL_IP_FROM:-}" || true
  [ "${#ranges[@]}" -gt 0 ] || return 0

  for range in "${ranges[@]}"; do
    is_range "$range" || die "REAL_IP_FROM has '$range', which is no address and no CIDR range."
    # Or every visitor could choose an address.
    [[ $range != */0 ]] || die "REAL_IP_FROM has '$range', which is everybody."
    # It would believe nobody, and all visitors would share one limit.
    ! is_loopback "$range" ||
      die "REAL_IP_FROM has '$range', which is this container itself: a proxy on its host comes from Docker's network (172.16.0.0/12, 192.168.0.0/16)."
    printf 'set_real_ip_from %s;\n' "$range"
  done
  # No underscore: `proxy_protocol` is no header but another way of listening.
  [[ $header =~ ^[A-Za-z0-9-]+$ ]] || die "REAL_IP_HEADER is '$header', which is no header's name."
  # From the right, past every proxy that is believed: what stands left of them was not
  # written by one.
  printf 'real_ip_header %s;\nreal_ip_recursive on;\n' "$header"
}

rates() {
  local rate=${API_REQUESTS_PER_SECOND:-100}
  is_number "$rate" 100000 ||
    die "API_REQUESTS_PER_SECOND is '$rate', which is no whole number from 1 to 100000."
  # 10 MB hold about 80,000 addresses; the oldest are forgotten first.
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

# All or nothing: an nginx that runs would read half of it at its next reload, and serve nobody.
mkdir -p "$OUT/next"
real_ip >"$OUT/next/real-ip.conf"
rates >"$OUT/next/rates.conf"
server >"$OUT/next/server.conf"
mv "$OUT"/next/*.conf "$OUT"

# Debian's default log file is out of reach; nginx.conf has not been read yet.
exec nginx -e stderr -c "${0%/*}/nginx.conf" "$@"
