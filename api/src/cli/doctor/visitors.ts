import type { Context } from '../context.ts'
import type { Result } from './finding.ts'
import { isTrialSite } from './mail.ts'

/** In milliseconds. */
const LIMIT = 2_000

const FIX = `Without addresses, no limit can stop a flood. Requests from this machine itself are hidden as well; if
they were visitors:
- Behind a proxy or a CDN, set REAL_IP_FROM.
- Docker's rootless mode hides visitors, unless its port driver is slirp4netns. Podman and Docker Desktop
  also hide them: use Docker Engine on a server.`

/** Whether nginx sees the addresses of visitors, which the limits need. */
export async function visitors({ apiMetricsUrl, siteUrl }: Context): Promise<readonly Result[]> {
  if (apiMetricsUrl === undefined) return []
  const signal = AbortSignal.timeout(LIMIT)
  const text = await fetch(apiMetricsUrl, { signal }).then(
    (r) => r.text(),
    () => '',
  )
  const count = (address: string) =>
    Number(new RegExp(`limiter_requests_total\\{address="${address}"\\} (\\d+)`).exec(text)?.[1])
  const [known, hidden] = [count('known'), count('hidden')]
  if (Number.isNaN(known + hidden)) return [['unknown: the API does not respond']]
  const found = `${hidden} of ${known + hidden} signups and links since the API's start came from a hidden address`
  const isTrial = siteUrl !== undefined && isTrialSite(siteUrl)
  return hidden > known && !isTrial ? [[found, FIX]] : [[found]]
}
