import { median } from '../../../tests/support/median.ts'
import { atMost, type Target } from '../report.ts'
import { audit, type Figures } from './lighthouse.ts'

/** What the landing page may take, as a share of the other page's milliseconds or bytes. */
const SHARES = { fcp: 0.6, lcp: 0.8, bytes: 1 } as const satisfies Partial<Figures>

type Compared = keyof typeof SHARES

const names = Object.keys(SHARES) as Compared[]

/** Audits two pages in turns and returns the medians of the rounds' ratios. */
export async function comparePages(
  own: string,
  other: string,
  port: number,
  rounds: number,
): Promise<Target[]> {
  const ratios: Record<Compared, number[]> = { fcp: [], lcp: [], bytes: [] }
  for (let round = 1; round <= rounds; round += 1) {
    const { figures } = await audit(own, port)
    const { figures: others } = await audit(other, port)
    const pairs = names.map((name) => {
      ratios[name].push(figures[name] / others[name])
      return `${name} ${figures[name].toFixed(0)} against ${others[name].toFixed(0)}`
    })
    process.stdout.write(`round ${round}: ${pairs.join(', ')}\n`)
  }
  return names.map((name) =>
    atMost(`${name}, share of the other page`, SHARES[name], median(ratios[name])),
  )
}
