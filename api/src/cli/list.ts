import { Option } from 'commander'
import { UsageError } from '../../../contract/owner-error.ts'
import { FIELDS, QUESTION_NAMES } from '../../../contract/waitlist.ts'
import { addCondition, type Conditions, WHERE_FLAG, WHERE_HELP } from '../people/conditions.ts'
import { list } from '../people/list.ts'
import { type Person, withoutReferrals } from '../people/person.ts'
import { EXAMPLE_CHOICE } from '../text/example-answers.ts'
import { minute } from '../text/format.ts'
import type { AddCommand } from './context.ts'
import { examples, note, print, printJson, table } from './output.ts'

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A time zone at the end of a time. */
const ZONE = /(?:Z|[+-]\d\d:?\d\d)$/i

/** Reads `7d`, `12h`, `30m`, or a date or time in ISO 8601, in UTC unless it has a zone. */
export function parseSince(text: string, now = Date.now()): Date {
  const [, amount, unit = ''] = /^(\d{1,5})([mhd])$/.exec(text) ?? []
  // Date.parse reads `7` as July 2001
  const isDate = /^\d{4}-\d\d-\d\d/.test(text)
  const date = isDate ? Date.parse(ZONE.test(text) ? text : `${text}Z`) : Number.NaN
  const time = amount ? now - Number(amount) * (UNITS[unit] ?? 0) : date
  if (Number.isNaN(time)) {
    throw new UsageError(
      `--since ${text}: expected a date such as 2026-01-31, or an age such as 7d or 12h.`,
    )
  }
  return new Date(time)
}

/** Reads the whole number of an option. */
export const parseNumber =
  (option: string) =>
  (text: string): number => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : 0
    if (value < 1) throw new UsageError(`${option} ${text}: expected a whole number from 1.`)
    return value
  }

export const parseLimit = parseNumber('--limit')

const rowOf = (person: Person): string[] => [
  minute(person.joined_at),
  ...QUESTION_NAMES.map((name) => person[name] ?? ''),
]

const HEADER = ['Joined (UTC)', ...QUESTION_NAMES.map((name) => FIELDS[name].label)]

export const peopleTable = (people: readonly Person[]): string =>
  table([HEADER, ...people.map(rowOf)])

interface Options {
  readonly search?: string
  readonly since?: Date
  readonly where?: Conditions
  readonly limit: number
  readonly confirmed?: true
  readonly unconfirmed?: true
  readonly left?: true
  readonly quarantined?: true
  readonly json?: true
}

const confirmedOf = ({ confirmed, unconfirmed }: Options): boolean | undefined =>
  unconfirmed ? false : confirmed

export const addList: AddCommand = (program, { withSession, name, referrals }) => {
  program
    .command('list')
    .summary('list people, newest first')
    .description(
      'Lists people, newest first, without those who left. `export` writes all of them to a file.',
    )
    .option(
      '--search <text>',
      'only people with this text in their address, an answer or the source',
    )
    .option(
      '--since <when>',
      'only people who joined since a date (2026-01-31) or age (7d, 12h)',
      (text) => parseSince(text),
    )
    .option(WHERE_FLAG, WHERE_HELP, addCondition)
    .option('--limit <count>', 'how many at most', parseLimit, 50)
    .option('--confirmed', 'only people who have confirmed their address')
    .addOption(
      new Option('--unconfirmed', 'only people who have not confirmed it').conflicts('confirmed'),
    )
    .option('--left', 'people who left the list instead')
    .addOption(
      new Option(
        '--quarantined',
        'quarantined signups instead: the hidden field was filled in, or an answer has a link',
      ).conflicts(['left', 'confirmed', 'unconfirmed', 'where']),
    )
    .option('--json', 'print a JSON array')
    .addHelpText(
      'after',
      examples(
        name,
        'list --since 7d',
        `list --where ${EXAMPLE_CHOICE} --where invited=no`,
        'list --search lovelace --json',
      ),
    )
    .action((options: Options) =>
      withSession(async (session) => {
        const { json, quarantined, limit } = options
        const people = await list(session, { ...options, confirmed: confirmedOf(options) })
        if (json) printJson(referrals ? people : people.map(withoutReferrals))
        else if (people.length === 0)
          note(quarantined ? 'The quarantine is empty.' : 'No people found.')
        else print(peopleTable(people))
        if (!json && people.length === limit) {
          note(`Only the newest ${limit} are shown. Use --limit for more.`)
        }
      }),
    )
}
