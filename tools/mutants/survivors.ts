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
  "questions: field?.type === 'choice' ? field.options : []": SAME,
  'rules: patterns.set(source, pattern)': 'A cache saves time only.',
  'api: need = { database: false }': SAME,
  'environment: error?.message': TYPE,
  'environment: value?.trim()': TYPE,
  'field-errors: MESSAGE_OF.find(': UNREAD,
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
  "html: ENTITIES[sign] ?? ''": TYPE,
  "announcement: attribs.alt ?? ''": TYPE,
  "announcement: parts.join('\\n')":
    'A body begins with a tag, so a subject and a body are told apart anyway.',
  'delivery-report: /^[^;@]*;/':
    'No server has been seen that writes a semicolon after the address.',
  'letter: node.position?.start': TYPE,
  'letter: parent?.type': TYPE,
  'sender: from?.match(': UNREAD,
  "networks: const [address = '', prefix]": TYPE,
  "cross-site: origin ?? ''": SAME,
  'delivery-report: let [group, name] =': SAME,
  'delivery-report: lines < MOST_LINES': 'One line more or less is no promise.',
  'delivery-report: `${folded} ${line.trim()}`': 'Whoever reads a field ignores its spaces.',
  'delivery-report: else if (colon > 0)': 'A line without a name is never looked up.',
  'delivery-report: const [to] = addressParser(': 'It saves time only.',
  "delivery-report: (feedbackType ?? '')": SAME,
  'person: `to_char(': 'Only queries use it without a table, and they need a database.',
  "time: zone = 'Z'": SAME,
  "time: const { amount, unit = '' }": SAME,
  'time: const time = /(?:Z|': 'What follows the zone is no time.',
  'backup-file: ROW.exec(line.slice(0, 200))': 'It saves time only.',
  'backup-file: if (start === undefined || table': TYPE,
  'backup-file: batch.rows.length === MOST_ROWS': 'A character more or less is no promise.',
  "backup-file: parse(end ?? '', INCOMPLETE)": SAME,
  "import-columns: const [first = '', ...rest]": 'An answer is tidied later.',
  'import-columns: if (name !== undefined)': TYPE,
  'import-csv: const isSeparatorLine': TYPE,
  'import-csv: lines.find(isHeader) ?? []': SAME,
  'import-csv: evidence(other) > evidence(best)': 'With equal evidence there is one column.',
  'import-text: if (start.length < 2)': 'Two bytes are decoded at the end of the file.',
  'import-text: if (start.length >= length) break': 'It saves memory only.',
  'import-text: start: start.slice(0, length)': 'It saves time only.',
  "rules: FIELDS[name].type === 'text'": 'No other field can have such a value.',
  "validators: const [, domain = '']": SAME,
  "import-csv: cell ?? ''": TYPE,
  "import-csv: raw = ''": TYPE,
  'import-csv: REASONS[code] ??': 'Another version of the parser may have another code.',
  "import-record: values['email'] ?? ''": TYPE,
  "import-record: word ?? ''": TYPE,
  "import-record: values[name] ?? ''": SAME,
  'import-record: Date.parse(time) > Date.now()': 'A test cannot meet the same millisecond.',
  "signup: typeof value === 'string' ? value.trim() : ''": SAME,
  "signup: isSuspicious(name, values[name] ?? '')": SAME,
  "validators: [address = '', prefix": TYPE,
  'validators: .exec(input) ?? []': UNREAD,
  'validators: name && value ?': SAME,
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
