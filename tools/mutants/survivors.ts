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
  "html: ENTITIES[sign] ?? ''": TYPE,
  "announcement: attribs.alt ?? ''": TYPE,
  "announcement: parts.join('\\n')":
    'A body begins with a tag, so a subject and a body are told apart anyway.',
  'delivery-report: /^[^;@]*;/':
    'No server has been seen that writes a semicolon after the address.',
  'delivery-report: to?.[0]?.address': 'postal-mime gives no empty list.',
  'delivery-report: action.trim()': 'postal-mime trims values.',
  "delivery-report: fields['status'] ?? ''": SAME,
  'letter: node.position?.start': TYPE,
  'letter: parent?.type': TYPE,
  "letter: first?.type === 'yaml' ? first.value : ''": SAME,
  "templates: readFileSync(file, 'utf8')": 'JSON.parse reads a buffer of UTF-8 as well.',
  'sender: from?.match(': UNREAD,
  "networks: const [address = '', prefix]": TYPE,
  'backup-file: KIND.exec(': UNREAD,
  "backup-file: if (kind === 'hash_key')":
    'It saves memory: no other line before the hashes has an id.',
  "cross-site: origin ?? ''": SAME,
  'identity: Number(one > other)': 'A sort asks only whether one is less.',
  "import-csv: [0]?.delimiter ?? ','": TYPE,
  "import-csv: cells[index] ?? ''": TYPE,
  "import-csv: cell ?? ''": TYPE,
  'import-csv: (other[index] ?? 0)': TYPE,
  "import-csv: raw = ''": TYPE,
  'import-csv: REASONS[code] ??': 'Another version of the parser may have another code.',
  "import-record: values['email'] ?? ''": TYPE,
  "import-record: word ?? ''": TYPE,
  "import-record: values[name] ?? ''": SAME,
  'import-record: Date.parse(time) > Date.now()': 'A test cannot meet the same millisecond.',
  "signup: typeof value === 'string' ? value.trim() : ''": SAME,
  "signup: isSuspicious(name, values[name] ?? '')": SAME,
  'split-lines: rest.length === 0 ? chunk': 'An empty rest is not copied, which saves time only.',
  "validators: [address = '', prefix": TYPE,
  'validators: DURATION.exec(input.trim()) ?? []': UNREAD,
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
