import type { Sample } from '../content/samples.ts'

const NOTHING_LEFT = 'Nothing on the site is a sample any more. It can go live.\n'

/** What is still sample, for the owner to read; one paragraph each. */
export function report(samples: readonly Sample[]): string {
  if (samples.length === 0) return NOTHING_LEFT
  const entries = samples.map(({ what, where, why }) => `  ${what}\n    ${where}\n    ${why}\n`)
  const heading =
    samples.length === 1
      ? 'One thing on the site is still a sample. Replace it before the site goes live:'
      : `${samples.length} things on the site are still samples. Replace them before the site goes live:`
  return `${heading}\n\n${entries.join('\n')}`
}
