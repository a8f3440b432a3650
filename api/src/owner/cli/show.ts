import { OwnerError } from '../../../../contract/owner-error.ts'
import { personFacts } from '../../list/people/facts.ts'
import { type Person, withoutReferrals } from '../../list/people/person.ts'
import type { Sending } from '../../mail/queue/sendings.ts'
import { minute, safe } from '../../system/format.ts'
import type { Session } from '../../system/session.ts'
import { type Found, find } from '../find.ts'
import { ADDRESS, type AddCommand, type Context, readAddress } from './context.ts'
import { examples, print, printJson, style } from './output.ts'

export function personText(person: Person): string {
  const facts = personFacts(person)
  const width = Math.max(...facts.map(({ label }) => label.length))
  return facts.map(({ label, value }) => `  ${label.padEnd(width)}  ${safe(value)}`).join('\n')
}

/** Returns a heading and its lines, or nothing if there are none. */
const section = (heading: string, lines: readonly string[]): string[] =>
  lines.length === 0
    ? []
    : [[style('bold', heading), ...lines.map((line) => `  ${line}`.trimEnd())].join('\n')]

const mailLine = ({ at, kind, about, state, reply }: Sending): string =>
  safe([`${minute(at)} `, kind, about, state, reply && `(${reply})`].filter(Boolean).join(' '))

const block = (heading: string, person: Person): string =>
  `${style('bold', heading)}\n${personText(person)}`

export function foundText({ listed, pending, quarantined, mails, history }: Found): string {
  const status = listed?.left_at ? 'Left the list' : 'On the list'
  return [
    ...(listed ? [block(status, listed)] : []),
    ...(pending ? [block('Joined again, not confirmed', pending)] : []),
    ...quarantined.map((person) => block('In quarantine', person)),
    ...section('Emails and webhooks', mails.map(mailLine)),
    ...section(
      'Changed by the owner',
      history.map(
        ({ at, command, detail }) =>
          `${minute(at)}  ${safe(`${command} ${Object.values(detail).join(' ')}`)}`,
      ),
    ),
  ].join('\n\n')
}

/** Hides referrals with REFERRALS=off. */
const foundWithoutReferrals = ({ listed, pending, quarantined, ...rest }: Found): Found => ({
  ...rest,
  listed: listed && withoutReferrals(listed),
  pending: pending && withoutReferrals(pending),
  quarantined: quarantined.map(withoutReferrals),
})

/** @throws OwnerError when nothing is stored about a person */
export async function findPerson(session: Session, key: string): Promise<Found> {
  const found = await find(session, key)
  if (found.listed || found.quarantined.length > 0) return found
  throw new OwnerError('Nothing is stored about that address.')
}

/**
 * Finds what an owner may see about a person.
 * @throws OwnerError when nothing is stored about a person
 */
export async function findShown(
  session: Session,
  key: string,
  { referrals }: Pick<Context, 'referrals'>,
): Promise<Found> {
  const found = await findPerson(session, key)
  return referrals ? found : foundWithoutReferrals(found)
}

export const addShow: AddCommand = (program, context) => {
  const { withSession, name } = context
  program
    .command('show')
    .summary('show everything that is stored about a person')
    .description(
      'Shows everything that is stored about a person. Other spellings of the address work as well.',
    )
    .argument(...ADDRESS)
    .option('--json', 'print a JSON object')
    .addHelpText('after', examples(name, 'show ada@example.com', 'show - --json < address.txt'))
    .action(async (email: string, { json }: { json?: true }) => {
      const key = await readAddress(email)
      await withSession(async (session) => {
        const found = await findShown(session, key, context)
        if (json) printJson(found)
        else print(foundText(found))
      })
    })
}
