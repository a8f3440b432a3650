import lighthouse, { type Flags } from 'lighthouse'
import { brand } from '../../web/content/brand.ts'
import type { Figures } from './rounds.ts'

const { badgeUrl } = brand.productHunt

/** Blocks the badge, which comes from another site: it says nothing about our speed and needs the internet. */
const ELSEWHERE = badgeUrl ? [`*${new URL(badgeUrl).host}*`] : []

const METRICS = {
  fcp: 'first-contentful-paint',
  lcp: 'largest-contentful-paint',
  tbt: 'total-blocking-time',
  mainThread: 'mainthread-work-breakdown',
  speedIndex: 'speed-index',
  cls: 'cumulative-layout-shift',
  bytes: 'total-byte-weight',
}

/**
 * Audits with Lighthouse's defaults: a phone on slow 4G, simulated from the observed load. Prints failed audits.
 * @param port - the browser's port for remote debugging
 * @returns scores out of 100, milliseconds and bytes
 */
export async function audit(url: string, port: number): Promise<Figures> {
  const flags: Flags = { logLevel: 'error', output: 'json', port, blockedUrlPatterns: ELSEWHERE }
  const result = (await lighthouse(url, flags))?.lhr
  if (!result || result.runtimeError)
    throw new Error(`Lighthouse cannot audit ${url}: ${result?.runtimeError?.message}`)
  const { audits, categories, environment } = result
  for (const { id, weight } of Object.values(categories).flatMap((each) => each.auditRefs)) {
    if (weight > 0 && audits[id]?.score === 0) console.warn(`${url} fails ${id}.`)
  }
  const scores = Object.entries(categories).map(([id, { score }]) => [id, (score ?? 0) * 100])
  const values = Object.entries(METRICS).map(([name, id]) => [
    name,
    audits[id]?.numericValue ?? Number.NaN,
  ])
  // Lighthouse's rating of this machine. Results are reliable from about 1000 upwards.
  return { ...Object.fromEntries([...scores, ...values]), machine: environment.benchmarkIndex }
}
