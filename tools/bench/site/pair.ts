import { atLeast, atMost, type Target } from '../report.ts'
import { audit, type Figures } from './lighthouse.ts'
import { mediansOf } from './table.ts'

/** What the landing page may take, as a share of the other page's milliseconds or bytes. */
const SHARES = { fcp: 0.6, lcp: 0.8, speedIndex: 1, bytes: 0.35 } as const

/** Milliseconds that the landing page may block beyond the other page. */
const BLOCKING = 20

/** In the order in which they are printed. */
const PRINTED = ['performance', 'tbt', 'speedIndex', 'fcp', 'lcp', 'cls', 'bytes'] as const

/** Audits two pages in turns, and compares the medians of all rounds. */
export async function comparePages(
  own: string,
  other: string,
  port: number,
  rounds: number,
): Promise<Target[]> {
  const [owns, others]: [Figures[], Figures[]] = [[], []]
  for (let round = 1; round <= rounds; round += 1) {
    // the page that comes first takes turns as well
    const both = [() => add(owns, own), () => add(others, other)]
    for (const next of round % 2 ? both : both.reverse()) await next()
    process.stdout.write(`round ${round}: ${PRINTED.map(pair).join(', ')}\n`)
  }
  const [mine, theirs] = [mediansOf(owns), mediansOf(others)]
  const shares = Object.entries(SHARES) as [keyof typeof SHARES, number][]
  return [
    atLeast('performance, points above the other page', 0, mine.performance - theirs.performance),
    atMost('tbt, ms above the other page', BLOCKING, mine.tbt - theirs.tbt),
    ...shares.map(([name, share]) =>
      atMost(`${name}, share of the other page`, share, mine[name] / theirs[name]),
    ),
    atMost('cls', 0, mine.cls),
  ]

  async function add(list: Figures[], url: string): Promise<void> {
    list.push((await audit(url, port)).figures)
  }

  function pair(name: (typeof PRINTED)[number]): string {
    const [mine, theirs] = [owns, others].map((list) => (list.at(-1)?.[name] ?? 0).toFixed(0))
    return `${name} ${mine} against ${theirs}`
  }
}
