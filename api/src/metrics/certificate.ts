import { Gauge, type Registry } from '@prometheus-io/client'
import { isSecure, readCertificate } from './site-certificate.ts'

/** Adds when the site's certificate expires, which is read at each scrape. */
export function watchCertificate(siteUrl: string | undefined, registry: Registry): void {
  if (!isSecure(siteUrl)) return
  new Gauge({
    name: 'waitlist_certificate_expiry_timestamp_seconds',
    help: 'When the certificate that visitors get expires; missing while the site does not respond.',
    registers: [registry],
    async collect() {
      this.remove()
      const certificate = await readCertificate(siteUrl).catch(() => undefined)
      if (certificate) this.set(certificate.expires.getTime() / 1_000)
    },
  })
}
