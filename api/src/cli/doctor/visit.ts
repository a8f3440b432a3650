import { readFile } from 'node:fs/promises'
import { isSecure, readCertificate } from '../../metrics/site-certificate.ts'
import { count } from '../../operator/format.ts'
import type { Context } from '../context.ts'
import { beforeLive, type Findings, NOT_BUILT, ok, problem } from './finding.ts'
import { isTrialSite } from './parts.ts'

const HIDDEN = `Without addresses, no limit can stop a flood. Requests from this machine itself are hidden as well; if
they were visitors:
- Behind a proxy or a CDN, set REAL_IP_FROM.
- Docker's rootless mode hides visitors, unless its port driver is slirp4netns. Podman and Docker Desktop
  also hide them: use Docker Engine on a server.`

/** Whether nginx sees the addresses of visitors, which the limits need. */
export async function visitors({ apiMetricsUrl, siteUrl }: Context): Promise<Findings> {
  if (apiMetricsUrl === undefined) return []
  const text = await fetch(apiMetricsUrl, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.text(),
    () => '',
  )
  const counted = (address: string) =>
    Number(new RegExp(`limiter_requests_total\\{address="${address}"\\} (\\d+)`).exec(text)?.[1])
  const [known, hidden] = [counted('known'), counted('hidden')]
  if (Number.isNaN(known + hidden)) return ok('unknown: the API does not respond')
  const found = `${hidden} of ${known + hidden} signups and links since the API's start came from a hidden address`
  const isTrial = siteUrl !== undefined && isTrialSite(siteUrl)
  return hidden > known && !isTrial ? problem(found, HIDDEN) : ok(found)
}

/** A certificate is renewed when a third of its lifetime is left: 30 of 90 days. */
const LATE = 14

const RENEW =
  'docs/install.md, HTTPS, says how to get a certificate. With COMPOSE_PROFILES=tls, docker compose logs certificate says why none was requested or renewed. Behind a proxy, look at the proxy.'

/** Looks at the site from outside, so that it also sees a wrong DNS record and a proxy in front. */
export async function certificate({ siteUrl }: Context): Promise<Findings> {
  if (!isSecure(siteUrl)) return []
  try {
    const { expires, refusal } = await readCertificate(siteUrl)
    const date = expires.toISOString().slice(0, 10)
    const left = Math.floor((expires.getTime() - Date.now()) / 86_400_000)
    if (left < 0) return problem(`${siteUrl} has a certificate that expired on ${date}`, RENEW)
    if (refusal) return problem(`browsers refuse the certificate of ${siteUrl} (${refusal})`, RENEW)
    const found = `${siteUrl} has a certificate for ${count(left, 'more day')}, until ${date}`
    return left < LATE ? problem(found, RENEW) : ok(found)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const found = `${siteUrl} does not respond (${code === 'ABORT_ERR' ? 'no reply within 3 s' : code})`
    const fix = 'Point its DNS record to this machine, and open ports 80 and 443.'
    return problem(found, `${fix}\n${RENEW}`)
  }
}

interface Sample {
  readonly what: string
  readonly where: string
  readonly why: string
}

/** Sample content that is left on the site. */
export async function samples({ samplesFile }: Context): Promise<Findings> {
  const text = await readFile(samplesFile ?? '', 'utf8').catch(() => undefined)
  if (text === undefined) return NOT_BUILT
  const found = JSON.parse(text) as readonly Sample[]
  if (found.length === 0) return ok('no sample content is left on the site')
  return found.map(({ what, where, why }) => beforeLive(what, `${where}: ${why}`))
}
