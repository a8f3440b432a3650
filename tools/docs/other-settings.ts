// Settings that are not parsed in TypeScript. Their defaults are in docker-compose.yml, nginx/start.sh and
// nginx/certificate.

type Table = Readonly<Record<string, { readonly desc: string; readonly example?: string }>>

/** Compose reads these in addition to the API's settings. */
export const COMPOSE: Table = {
  COMPOSE_PROFILES: {
    desc: '`tls` also starts the HTTPS services.',
    example: 'tls',
  },
  REAL_IP_FROM: {
    desc: 'Proxies in front (a CDN, a load balancer): addresses or CIDR ranges, separated by commas. A proxy on this machine: `172.16.0.0/12,192.168.0.0/16,fc00::/7`.',
    example: '192.0.2.0/24,2001:db8::/32',
  },
  REAL_IP_HEADER: {
    desc: 'The header in which those proxies pass on the visitor’s address.',
  },
  SITE_ALIASES: {
    desc: 'Other host names of the site, separated by commas. Their pages redirect to SITE_URL, links in earlier emails still work, and a requested certificate covers them.',
    example: 'example.com',
  },
  API_REQUESTS_PER_SECOND: {
    desc: 'API requests per second that nginx passes on for one address (IPv6: one /64), after a burst of 200. An IPv6 /48 gets eight times as many.',
  },
}

export const TLS: Table = {
  ACME_SERVER: {
    desc: 'The authority that issues the certificate, as the address of its ACME directory.',
  },
  TLS_DIR: {
    desc: 'The folder with your own certificate: `fullchain.pem` and `privkey.pem`, readable by user 10001. While they exist, no certificate is requested.',
  },
  TLS_HOST: { desc: 'The address to listen on: every IPv4 address. `::` is every IPv6 address.' },
  HTTP_PORT: { desc: 'The port that redirects to HTTPS.' },
  HTTPS_PORT: { desc: 'The HTTPS port.' },
}

export const LOCAL: Table = {
  DATA_DIR: {
    desc: 'The folder for the Postgres that `npm start` runs, and for emails while neither SMTP_URL nor MAIL_API is set.',
    example: '.data',
  },
}
