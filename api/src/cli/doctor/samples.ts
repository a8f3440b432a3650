import { readFile } from 'node:fs/promises'
import type { Context } from '../context.ts'
import type { Result } from './finding.ts'

interface Sample {
  readonly what: string
  readonly where: string
  readonly why: string
}

/** Sample content that is left on the site. */
export async function samples({ samplesFile }: Context): Promise<readonly Result[]> {
  const text = await readFile(samplesFile ?? '', 'utf8').catch(() => undefined)
  if (text === undefined) {
    return [['unknown: the site is not built yet', 'Start the site once, or run npm run build.']]
  }
  const found = JSON.parse(text) as readonly Sample[]
  if (found.length === 0) return [['no sample content is left on the site']]
  return found.map(({ what, where, why }) => [what, `${where}: ${why}`, 'before live'])
}
