import { statfs } from 'node:fs/promises'
import type { Context } from '../cli/context.ts'
import { type Checks, judge, ok, problem } from './checks.ts'
import { isSecure, readCertificate } from './read-certificate.ts'

/** Domains that reach no one (RFC 2606, RFC 6761), such as that of the sample brand. */
const RESERVED = /(?:^|\.)(?:example(?:\.(?:com|net|org))?|test|invalid|localhost)$/

export const isReserved = (domain: string): boolean => RESERVED.test(domain)

/** A site without HTTPS or without a real name is not public. */
export function isTrial(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol !== 'https:' || isReserved(hostname)
}

const NEARLY_FULL = 0.1

/** Two weeks. A certificate is renewed when a third of its lifetime is left: 30 of 90 days. */
const LATE = 14 * 86_400_000

const RENEW =
  'docs/install.md, HTTPS, says how to get a certificate. With COMPOSE_PROFILES=tls, docker compose logs certificate says why none was requested or renewed. Behind a proxy, look at the proxy.'

/** What can be seen without the database. */
export const SITE: Checks<Context> = {
  async 'disk space'({ diskPath }) {
    const stats = diskPath === undefined ? undefined : await statfs(diskPath).catch(() => undefined)
    if (!stats) return ok('the disk of the server is not visible from here; check it there')
    const { bavail, blocks, bsize } = stats
    const free = bavail / blocks
    const found = `${((bavail * bsize) / 1e9).toFixed(1)} GB free (${(free * 100).toFixed(0)} %)`
    const fix = 'Free some space: docker system df, docker builder prune, or a larger disk.'
    return judge(free >= NEARLY_FULL, found, fix)
  },

  visitors: ({ siteUrl }) =>
    siteUrl === undefined || isTrial(siteUrl)
      ? []
      : ok(
          'no limit counts a hidden address, about which the log of the API warns once (docs/troubleshoot.md)',
        ),

  /** Looks at the site from outside, so that it also sees a wrong DNS record and a proxy in front. */
  async certificate({ siteUrl }) {
    if (!isSecure(siteUrl)) return []
    try {
      const { expires, refusal } = await readCertificate(siteUrl)
      const date = expires.toISOString().slice(0, 10)
      const found = `${siteUrl} has a certificate until ${date}`
      if (refusal) return problem(`${found}, which browsers refuse (${refusal})`, RENEW)
      return judge(expires.getTime() - Date.now() > LATE, found, RENEW)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      const found = `${siteUrl} does not respond (${code === 'ABORT_ERR' ? 'no reply within 3 s' : code})`
      const fix = 'Point its DNS record to this machine, and open ports 80 and 443.'
      return problem(found, `${fix}\n${RENEW}`)
    }
  },
}
