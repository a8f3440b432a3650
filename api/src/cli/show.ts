import { FIELDS, type FieldName } from '../../contract/waitlist.ts'
import type { Session } from '../session.ts'
import { type Found, find } from '../signup/find.ts'
import type { Person } from '../signup/person.ts'
import { type AddCommand, Failure, readAddress } from './context.ts'
import { print, printJson, safe, style } from './output.ts'

const TIMES: Readonly<Record<string, string>> = {
  joined_at: 'Joined',
  corrected_at: 'Corrected',
  released_at: 'Released',
}

const labelOf = (key: string): string => {
  if (key in TIMES) return TIMES[key] ?? key
  const field = FIELDS[key as FieldName]
  // a honeypot's label is an instruction
  return field === undefined || field.type === 'honeypot' ? key : field.label
}

/** The values of a person, one a line. */
export function personText(person: Person): string {
  const lines = Object.entries(person).flatMap(([key, value]) =>
    value === null ? [] : [[labelOf(key), safe(value)] as const],
  )
  const width = Math.max(...lines.map(([label]) => label.length))
  return lines.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`).join('\n')
}

/** All that is held of one person, for a terminal. */
export function foundText({ listed, trapped, history }: Found): string {
  const parts = [
    ...(listed ? [`${style('bold', 'On the list')}\n${personText(listed)}`] : []),
    ...trapped.map((person) => `${style('bold', 'Trapped')}\n${personText(person)}`),
  ]
  if (history.length > 0) {
    const entries = history.map(({ at, command, detail }) => {
      const more = Object.values(detail).join(' ')
      return `  ${at.slice(0, 16).replace('T', ' ')}  ${command} ${more}`.trimEnd()
    })
    parts.push(`${style('bold', 'Changed by operators')}\n${entries.join('\n')}`)
  }
  return parts.join('\n\n')
}

/** One object: the person's own keys, then what else is held. */
export const foundJson = ({ listed, trapped, history }: Found) => ({
  status: listed ? 'listed' : 'trapped',
  ...(listed ?? trapped[0]),
  trapped,
  history,
})

/** @throws Failure when nothing is held about a person */
export async function findPerson(session: Session, key: string): Promise<Found> {
  const found = await find(session, key)
  if (found.listed || found.trapped.length > 0) return found
  throw new Failure('Nothing is held about that address.')
}

export const addShow: AddCommand = (program, { withSession, name }) => {
  program
    .command('show')
    .summary('show everything that is held about a person')
    .description(
      'Shows everything that is held about a person, whichever spelling of the address is given.',
    )
    .argument('[email]', 'the address; - reads it from standard input; without it, it is asked for')
    .option('--json', 'print a JSON object')
    .addHelpText(
      'after',
      `\nExamples:\n  ${name} show ada@example.com\n  echo ada@example.com | ${name} show - --json`,
    )
    .action(async (email: string | undefined, { json }: { json?: true }) => {
      const key = await readAddress(email)
      await withSession(async (session) => {
        const found = await findPerson(session, key)
        if (json) printJson(foundJson(found))
        else print(foundText(found))
      })
    })
}
