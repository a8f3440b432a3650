import { FIELDS, type FieldName } from '../../contract/waitlist.ts'
import { OperatorError } from '../operator-error.ts'
import type { Session } from '../session.ts'
import { type Found, find } from '../signup/find.ts'
import type { Person } from '../signup/person.ts'
import { ADDRESS, type AddCommand, readAddress } from './context.ts'
import { examples, minute, print, printJson, safe, style } from './output.ts'

const TIMES: Readonly<Record<string, string>> = {
  joined_at: 'Joined',
  corrected_at: 'Corrected',
  released_at: 'Released',
}

const labelOf = (key: string): string => {
  if (key in TIMES) return TIMES[key] ?? key
  const field = FIELDS[key as FieldName]
  // the label of the honeypot is an instruction
  return field === undefined || field.type === 'honeypot' ? key : field.label
}

export function personText(person: Person): string {
  const lines = Object.entries(person).flatMap(([key, value]) =>
    value === null ? [] : [[labelOf(key), safe(value)] as const],
  )
  const width = Math.max(...lines.map(([label]) => label.length))
  return lines.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`).join('\n')
}

export function foundText({ listed, quarantined, history }: Found): string {
  const parts = [
    ...(listed ? [`${style('bold', 'On the list')}\n${personText(listed)}`] : []),
    ...quarantined.map((person) => `${style('bold', 'In quarantine')}\n${personText(person)}`),
  ]
  if (history.length > 0) {
    const entries = history.map(({ at, command, detail }) => {
      const more = Object.values(detail).join(' ')
      return `  ${minute(at)}  ${command} ${more}`.trimEnd()
    })
    parts.push(`${style('bold', 'Changed by operators')}\n${entries.join('\n')}`)
  }
  return parts.join('\n\n')
}

/** The person's keys, then everything else. The names are a promise to scripts. */
export const foundJson = ({ listed, quarantined: trapped, history }: Found) => ({
  status: listed ? 'listed' : 'trapped',
  ...(listed ?? trapped[0]),
  trapped,
  history,
})

/** @throws OperatorError when nothing is stored about a person */
export async function findPerson(session: Session, key: string): Promise<Found> {
  const found = await find(session, key)
  if (found.listed || found.quarantined.length > 0) return found
  throw new OperatorError('Nothing is stored about that address.')
}

export const addShow: AddCommand = (program, { withSession, name }) => {
  program
    .command('show')
    .summary('show everything that is stored about a person')
    .description(
      'Shows everything that is stored about a person. Other spellings of the address work as well.',
    )
    .argument(...ADDRESS)
    .option('--json', 'print a JSON object')
    .addHelpText('after', examples(name, 'show ada@example.com', 'show - --json < address.txt'))
    .action(async (email: string | undefined, { json }: { json?: true }) => {
      const key = await readAddress(email)
      await withSession(async (session) => {
        const found = await findPerson(session, key)
        if (json) printJson(foundJson(found))
        else print(foundText(found))
      })
    })
}
