import lighthouse, { type Flags, type Result } from 'lighthouse'
import { brand } from '../../../web/content/brand.ts'

/** Lighthouse's result: scores of 100, milliseconds, bytes. */
export interface Figures {
  readonly performance: number
  readonly accessibility: number
  readonly practices: number
  readonly seo: number
  readonly fcp: number
  readonly lcp: number
  readonly tbt: number
  readonly speedIndex: number
  readonly cls: number
  readonly bytes: number
  readonly requests: number
  /** Lighthouse's measure of the machine; results are fair from about 1000. */
  readonly machine: number
}

export interface Audited {
  readonly figures: Figures
  /** Failed audits that count for the score. */
  readonly failed: readonly string[]
}

const TBT = 'total-blocking-time'

const { badgeUrl } = brand.productHunt

/** A picture of another site: not our speed, and not reachable without the internet. */
const ELSEWHERE = badgeUrl ? [`*${new URL(badgeUrl).host}*`] : []

const isAnswered = (request: Readonly<Record<string, unknown>>): boolean =>
  Number(request['statusCode']) > 0

async function judge(url: string, flags: Flags): Promise<Result> {
  const result = await lighthouse(url, { logLevel: 'error', output: 'json', ...flags })
  if (!result) throw new Error(`Lighthouse says nothing of ${url}`)
  const { runtimeError } = result.lhr
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
  return result.lhr
}

/**
 * Audits with Lighthouse's default: a phone on slow 4G, simulated from the observed load.
 * @param port - the browser's port for remote debugging
 */
export async function audit(url: string, port: number): Promise<Audited> {
  const { audits, categories, environment } = await judge(url, {
    port,
    blockedUrlPatterns: ELSEWHERE,
  })
  const score = (id: string) => (categories[id]?.score ?? Number.NaN) * 100
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN
  const { details } = audits['network-requests'] ?? {}
  const figures = {
    performance: score('performance'),
    accessibility: score('accessibility'),
    practices: score('best-practices'),
    seo: score('seo'),
    fcp: value('first-contentful-paint'),
    lcp: value('largest-contentful-paint'),
    tbt: value(TBT),
    speedIndex: value('speed-index'),
    cls: value('cumulative-layout-shift'),
    bytes: value('total-byte-weight'),
    requests: details?.type === 'table' ? details.items.filter(isAnswered).length : Number.NaN,
    machine: environment.benchmarkIndex,
  }
  const counted = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ weight }) => weight > 0),
  )
  const failed = counted
    .filter(({ id }) => (audits[id]?.score ?? 1) < 1)
    .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ''}`)
  return { figures, failed }
}

/** Total blocking time of the page without its scripts: the cost of drawing it. In ms. */
export async function bareBlocking(url: string, port: number): Promise<number> {
  const { audits } = await judge(url, {
    port,
    blockedUrlPatterns: [...ELSEWHERE, '*.js'],
    onlyAudits: [TBT],
  })
  return audits[TBT]?.numericValue ?? Number.NaN
}
