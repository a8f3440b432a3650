import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'

/** In milliseconds. */
const LIMIT = 3_000

interface SiteCertificate {
  readonly expires: Date
  /** Why a browser refuses it, as a code of OpenSSL. */
  readonly refusal: string | undefined
}

/** Whether the site has a certificate, here or at a proxy in front. */
export const isSecure = (siteUrl: string | undefined): siteUrl is string =>
  siteUrl?.startsWith('https:') ?? false

/**
 * Reads the certificate as a visitor gets it.
 * @throws when the address does not respond with TLS
 */
export async function readCertificate(siteUrl: string): Promise<SiteCertificate> {
  const { hostname, port } = new URL(siteUrl)
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    servername: isIP(hostname) ? '' : hostname,
    // An expired one is worth a report as well.
    rejectUnauthorized: false,
  })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(LIMIT) })
    return {
      expires: new Date(socket.getPeerCertificate().valid_to),
      refusal: socket.authorized ? undefined : String(socket.authorizationError),
    }
  } finally {
    socket.destroy()
  }
}
