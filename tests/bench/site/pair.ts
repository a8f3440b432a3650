import { median } from '../../support/median.ts'
import { below, type Target } from '../report.ts'
import { audit } from './lighthouse.ts'

/** How long the landing page may take, as a share of the other page's time. */
const SHARES = { fcp: 0.6, lcp: 0.8 } as const

type Paint = keyof typeof SHARES

/** Audits two pages in turns and returns the medians of the rounds' ratios. */
export async function comparePages(
  own: string,
  other: string,
  port: number,
  rounds: number,
): Promise<Target[]> {
  const ratios: Record<Paint, number[]> = { fcp: [], lcp: [] }
  for (let round = 1; round <= rounds; round += 1) {
    const { figures } = await audit(own, port)
    const { figures: others } = await audit(other, port)
    for (const paint of Object.keys(SHARES) as Paint[]) {
      ratios[paint].push(figures[paint] / others[paint])
      process.stdout.write(
        `round ${round}, ${paint}: ${figures[paint].toFixed(0)} against ${others[paint].toFixed(0)} ms\n`,
      )
    }
  }
  return (Object.keys(SHARES) as Paint[]).map((paint) =>
    below(`${paint}, share of the other page`, SHARES[paint], median(ratios[paint])),
  )
}
