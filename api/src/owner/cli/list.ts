import { Option } from 'commander'
import { type Conditions, EXAMPLE_CONDITION } from '../../../../contract/conditions.ts'
import { columnLabel, FIELDS, QUESTION_NAMES } from '../../../../contract/waitlist.ts'
import type { Group } from '../../list/people/groups.ts'
import { list, timeOfGroup } from '../../list/people/people.ts'
import { type Person, withoutReferrals } from '../../list/people/person.ts'
import { minute } from '../../system/format.ts'
import { parseSince } from '../../system/time.ts'
import { type AddCommand, parseNumber, whereOption } from './context.ts'
import { examples, note, print, printJson, table } from './output.ts'

export function peopleTable(people: readonly Person[], group?: Group): string {
  const time = timeOfGroup(group)
  const header = [`${columnLabel(time)} (UTC)`, ...QUESTION_NAMES.map((name) => FIELDS[name].label)]
  const rowOf = (person: Person): string[] => [
    minute(person[time] ?? ''),
    ...QUESTION_NAMES.map((name) => person[name] ?? ''),
  ]
  return table([header, ...people.map(rowOf)])
}

interface Options {
  readonly search?: string
  readonly since?: Date
  readonly where?: Conditions
  readonly limit: number
  readonly left?: true
  readonly claimed?: true
  readonly quarantined?: true
  readonly json?: true
}

const groupOf = ({ left, claimed, quarantined }: Options): Group => {
  if (quarantined) return 'quarantined'
  if (claimed) return 'claimed'
  return left ? 'left' : 'listed'
}

export const addList: AddCommand = (program, { withSession, name, referrals }) => {
  program
    .command('list')
    .summary('list people, newest first')
    .description(
      'Lists people, newest first, without those who left. `export` writes all of them to a file.',
    )
    .option(
      '--search <text>',
      'only people with this text in their address, an answer or the source, ignoring letter case and accents',
    )
    .option(
      '--since <when>',
      'only people who joined since a date (2026-01-31) or within a period (7d, 12h)',
      (text) => parseSince(text),
    )
    .option(...whereOption({ referrals }))
    .option('--limit <count>', 'list at most this many people', parseNumber('--limit'), 50)
    .option('--left', 'list people who have left, instead of people on the list')
    .addOption(
      new Option('--claimed', 'only people whose place was claimed, newest claim first').conflicts(
        'left',
      ),
    )
    .addOption(
      new Option(
        '--quarantined',
        'list quarantined signups (with the hidden field filled in), instead of people on the list',
      ).conflicts(['left', 'claimed', 'where']),
    )
    .option('--json', 'print a JSON array')
    .addHelpText(
      'after',
      examples(
        name,
        'list --since 7d',
        `list --where ${EXAMPLE_CONDITION} --where invited=no`,
        'list --search lovelace --json',
      ),
    )
    .action((options: Options) =>
      withSession(async (session) => {
        const { json, quarantined, limit, search: text, since, where } = options
        const group = groupOf(options)
        const people = await list(session, { group, text, since, where, limit })
        if (json) printJson(referrals ? people : people.map(withoutReferrals))
        else if (people.length === 0)
          note(quarantined ? 'The quarantine is empty.' : 'No people found.')
        else print(peopleTable(people, group))
        if (!json && people.length === limit) {
          note(`Only the newest ${limit} are shown. Use --limit for more.`)
        }
      }),
    )
}
