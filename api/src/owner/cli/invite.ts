import { type Conditions, EXAMPLE_CONDITION, inWords } from '../../../../contract/conditions.ts'
import { OwnerError, UsageError } from '../../../../contract/owner-error.ts'
import {
  findInvitable,
  invite,
  invitePerson,
  isInvitable,
  type Selection,
} from '../../mail/letters/invite.ts'
import { paceOf, sendingTime } from '../../mail/queue/sending-time.ts'
import { count } from '../../system/format.ts'
import type { Session } from '../../system/session.ts'
import { type AddCommand, type Context, parseNumber, readAddress, whereOption } from './context.ts'
import { peopleTable } from './list.ts'
import { examples, note } from './output.ts'
import { carryOut, type Plan } from './plan.ts'

/** The command shows at most this many people before it asks. */
const SHOWN = 50

interface Options {
  readonly count?: number | undefined
  readonly where?: Conditions | undefined
  readonly yes?: true
}

const timeOf = (people: number, { mail }: Context): string =>
  `Sending takes ${sendingTime(people, mail)}, at ${count(paceOf(mail), 'email')} an hour.`

const report = (people: number, context: Context): string =>
  `Queued ${count(people, 'invitation')}. ${timeOf(people, context)}`

const NOT_INVITABLE =
  'That person cannot be invited: they are not on the list, have not confirmed, are unreachable, have claimed a place, or have an invitation that is still valid. `show` says which.'

/** @throws OwnerError when the person cannot be invited */
export async function planInvitation(
  session: Session,
  key: string,
  context: Context,
): Promise<Plan> {
  const { days } = context.mail.invitation
  if (!(await isInvitable(session, key, days))) throw new OwnerError(NOT_INVITABLE)
  return {
    question: 'Invite this person?',
    async perform(session) {
      if (!(await invitePerson(session, key, days))) throw new OwnerError(NOT_INVITABLE)
      return report(1, context)
    },
  }
}

/** Returns the plan, with the people who would be invited. */
export async function planInvitations(
  session: Session,
  { count: most, conditions }: Pick<Selection, 'count' | 'conditions'>,
  context: Context,
) {
  const by = context.referrals ? 'referrals' : 'joined'
  const selection = { count: most, conditions, by } as const
  const where = inWords(conditions)
  const found = await findInvitable(session, selection)
  if (found.length === 0) {
    return `There is no one left to invite${where}. Each person who has confirmed is invited only once.`
  }
  const people = count(found.length, 'person', 'people')
  return {
    found,
    question: `Invite ${people}${where}? ${timeOf(found.length, context)}`,
    // Invites no more people than the question said, even if the line has grown since.
    perform: async (session: Session) =>
      report(await invite(session, { ...selection, count: found.length }), context),
  }
}

/** @throws UsageError unless either an address or a selection is given */
export function checkSelection(email: string | undefined, { count, where = [] }: Options): void {
  if ((count !== undefined || where.length > 0) === (email !== undefined)) {
    throw new UsageError('Give either an address, or --count, --where or both.')
  }
}

async function inviteOne(email: string, { yes }: Options, context: Context) {
  const key = await readAddress(email)
  await context.withSession(async (session) =>
    carryOut(session, await planInvitation(session, key, context), yes),
  )
}

const inviteMany = ({ count, where: conditions = [], yes }: Options, context: Context) =>
  context.withSession(async (session) => {
    const plan = await planInvitations(session, { count, conditions }, context)
    if (typeof plan !== 'string' && !yes) note(peopleTable(plan.found.slice(0, SHOWN)))
    await carryOut(session, plan, yes)
  })

export const addInvite: AddCommand = (program, context) => {
  const { name, referrals } = context
  program
    .command('invite')
    .summary('invite the first people in line')
    .description(
      'Queues invitations to people who have confirmed their address' +
        (referrals ? ': those with the most friends first, then' : ',') +
        ' in order of joining. Shows these people first, and waits for your approval. People who left or were invited ' +
        'before are skipped; by address, you can invite a person again once their invitation has expired. Give either an address, or --count, --where or both.',
    )
    .argument(
      '[email]',
      'invite only the person with this address, or - to read it from standard input',
    )
    .option('--count <count>', 'invite at most this many people', parseNumber('--count'))
    .option(...whereOption(context))
    .option('--yes', 'skip the confirmation prompt')
    .addHelpText(
      'after',
      examples(
        name,
        `invite --count 50 --where ${EXAMPLE_CONDITION} --where source=producthunt`,
        'invite ada@example.com',
      ),
    )
    .action((email: string | undefined, options: Options) => {
      checkSelection(email, options)
      return email === undefined ? inviteMany(options, context) : inviteOne(email, options, context)
    })
}
