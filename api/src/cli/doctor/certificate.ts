import { isSecure, readCertificate } from '../../metrics/site-certificate.ts'
import { count } from '../../operator/format.ts'
import type { Context } from '../context.ts'
import type { Result } from './finding.ts'

/** A certificate is renewed when a third of its lifetime is left: 30 of 90 days. */
const LATE = 14

/** In milliseconds. */
const DAY = 86_400_000

const FIX =
  'docs/install.md, HTTPS, says how to get a certificate. With COMPOSE_PROFILES=tls, docker compose logs certificate says why none was requested or renewed. Behind a proxy, look at the proxy.'

/** Looks at the site from outside, so that it also sees a wrong DNS record and a proxy in front. */
export async function certificate({ siteUrl }: Context): Promise<readonly Result[]> {
  if (!isSecure(siteUrl)) return []
  try {
    const { expires, refusal } = await readCertificate(siteUrl)
    const date = expires.toISOString().slice(0, 10)
    const left = Math.floor((expires.getTime() - Date.now()) / DAY)
    if (left < 0) return [[`${siteUrl} has a certificate that expired on ${date}`, FIX]]
    if (refusal) return [[`browsers refuse the certificate of ${siteUrl} (${refusal})`, FIX]]
    const found = `${siteUrl} has a certificate for ${count(left, 'more day')}, until ${date}`
    return left < LATE ? [[found, FIX]] : [[found]]
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'ABORT_ERR' ? 'no reply within 3 s' : code
    return [
      [
        `${siteUrl} does not respond (${reason})`,
        `Point its DNS record to this machine, and open ports 80 and 443.\n${FIX}`,
      ],
    ]
  }
}
