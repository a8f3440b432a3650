import lighthouse, { type Flags, type Result } from 'lighthouse'
import { brand } from '../../../web/content/brand.ts'
import type { Figures } from '../rounds.ts'

const { badgeUrl } = brand.productHunt

/** A picture of another site: not our speed, and not reachable without the internet. */
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

async function judge(url: string, flags: Flags): Promise<Result> {
  const result = await lighthouse(url, { logLevel: 'error', output: 'json', ...flags })
  if (!result) throw new Error(`Lighthouse says nothing of ${url}`)
  const { runtimeError } = result.lhr
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
  return result.lhr
}

const metric = ({ audits }: Result, id: string): number => audits[id]?.numericValue ?? Number.NaN

/**
 * Audits with Lighthouse's default: a phone on slow 4G, simulated from the observed load. Prints failed audits.
 * @param port - the browser's port for remote debugging
 * @returns scores of 100, milliseconds and bytes
 */
export async function audit(url: string, port: number): Promise<Figures> {
  const result = await judge(url, { port, blockedUrlPatterns: ELSEWHERE })
  for (const { id, weight } of Object.values(result.categories).flatMap((each) => each.auditRefs)) {
    if (weight > 0 && result.audits[id]?.score === 0) console.warn(`${url} fails ${id}.`)
  }
  const scores = Object.entries(result.categories).map(([id, { score }]) => [
    id,
    (score ?? 0) * 100,
  ])
  const values = Object.entries(METRICS).map(([name, id]) => [name, metric(result, id)])
  // Lighthouse's measure of the machine; results are fair from about 1000.
  const machine = result.environment.benchmarkIndex
  return { ...Object.fromEntries([...scores, ...values]), machine }
}

/** Total blocking time of the page without its scripts: the cost of drawing it. In ms. */
export async function bareBlocking(url: string, port: number): Promise<number> {
  const blockedUrlPatterns = [...ELSEWHERE, '*.js']
  const result = await judge(url, { port, blockedUrlPatterns, onlyAudits: [METRICS.tbt] })
  return metric(result, METRICS.tbt)
}
