import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Stryker } from '@stryker-mutator/core'

const TYPE = 'Only the type needs it.'
const SAME = 'Both have the same result.'
const UNREAD = 'The first element is not read.'
const FASTER = 'It saves statements only.'
const LATER = 'Without it the next round comes half a second later.'

/** Mutants that no test notices, as `module: a piece of the line that is changed`, and why. */
const SURVIVORS: Readonly<Record<string, string>> = {
  'environment: error?.message': TYPE,
  'environment: value?.trim()': TYPE,
  "guard: headers.cookie ?? ''": SAME,
  "guard: ?.slice(name.length + 1) ?? ''": SAME,
  "guard: request.headers.host ?? ''": TYPE,
  'fold: if (forms === 0) return 0': FASTER,
  "fold: 'SELECT FROM inbox LIMIT 1'": FASTER,
  'fold: if (!(await isWaiting(session))) return': FASTER,
  'claim: room < 0': 'An email that is given up within the budget is taken by the next statement.',
  'claim: if (excess.length > 0)': FASTER,
  'claim: const more = excess.length > 0': LATER,
  'claim: more ||= claimed.more': LATER,
  'claim: if (room <= 0) continue': FASTER,
  'claim: if (ids.length === 0)': FASTER,
  'restore: if (refusals) await readRefusals': TYPE,
  'export: written += people.length': 'Only a terminal shows it.',
  'export: onProgress(written)': 'Only a terminal shows it.',
  "announcement: attribs.alt ?? ''": TYPE,
  "announcement: parts.join('\\n')":
    'A body begins with a tag, so a subject and a body are told apart anyway.',
  'letter: node.position?.start': TYPE,
  'letter: parent?.type': TYPE,
  'sender: from?.match(': UNREAD,
  "networks: const [address = '', prefix]": TYPE,
  "cross-site: origin ?? ''": SAME,
  'person: `to_char(': 'Only queries use it without a table, and they need a database.',
  "time: const { amount, unit = '' }": SAME,
  'backup-file: ROW.exec(line.slice(0, 200))': 'It saves time only.',
  'backup-file: batch.rows.length === MOST_ROWS': 'A character more or less is no promise.',
  "backup-file: parse(end ?? '', INCOMPLETE)": SAME,
  "import-csv: raw = ''": TYPE,
  'import-record: Date.parse(time) > Date.now()': 'A test cannot meet the same millisecond.',
  "validators: [address = '', prefix": TYPE,
}

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number]

const moduleOf = ({ fileName }: Mutant): string => basename(fileName, '.ts')

const lineOf = ({ fileName, location }: Mutant): string =>
  readFileSync(fileName, 'utf8').split('\n')[location.start.line - 1] ?? ''

/** Whether an entry of `SURVIVORS` is about the line of a mutant. */
function isAbout(entry: string, mutant: Mutant): boolean {
  const start = `${moduleOf(mutant)}: `
  return entry.startsWith(start) && lineOf(mutant).includes(entry.slice(start.length))
}

/** Where `SURVIVORS` and the survivors among these mutants differ, one sentence each. */
export function unexplained(mutants: readonly Mutant[]): readonly string[] {
  const entries = Object.keys(SURVIVORS)
  const missing = mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .filter((mutant) => !entries.some((entry) => isAbout(entry, mutant)))
    .map(
      ({ fileName, location, replacement }) =>
        `Explain in tools/mutants/survivors.ts: ${fileName}:${location.start.line}, ${replacement}`,
    )

  // On a busy machine, a mutant that changes nothing may take too long.
  const unsure = mutants.filter(({ status }) => status !== 'Killed')
  const modules = new Set(mutants.map(moduleOf))
  const needless = entries
    .filter((entry) => modules.has(entry.split(':')[0] ?? ''))
    .filter((entry) => !unsure.some((mutant) => isAbout(entry, mutant)))
    .map((entry) => `Tests notice this, so tools/mutants/survivors.ts need not have it: ${entry}`)
  return [...missing, ...needless]
}
