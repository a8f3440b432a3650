import { type Conditions, EXAMPLE_CONDITION, inWords } from '../../../../contract/conditions.ts'
import { OwnerError, UsageError } from '../../../../contract/owner-error.ts'
import { findInvitable, invite, invitePerson, type Selection } from '../../mail/letters/invite.ts'
import { paceOf, sendingTime } from '../../mail/queue/pace.ts'
import { count } from '../../system/format.ts'
import {
  type AddCommand,
  type Context,
  confirm,
  parseNumber,
  readAddress,
  WHERE,
} from './context.ts'
import { peopleTable } from './list.ts'
import { examples, note, print } from './output.ts'

/** The command shows at most this many people before it asks. */
const SHOWN = 50

interface Options {
  readonly count?: number
  readonly where?: Conditions
  readonly yes?: true
}

const timeOf = (people: number, { mail }: Context): string =>
  `Sending takes ${sendingTime(people, mail)}, at ${count(paceOf(mail), 'email')} an hour.`

const report = (people: number, context: Context): void =>
  print(`Queued ${count(people, 'invitation')}. ${timeOf(people, context)}`)

const NOT_INVITABLE =
  'That person cannot be invited: they are not on the list, have not confirmed, are unreachable, have claimed a place, or have an invitation that is still valid. `show` tells which.'

async function inviteOne(email: string, { yes }: Options, context: Context) {
  const key = await readAddress(email)
  await context.withSession(async (session) => {
    await confirm('Invite this person?', yes === true)
    if (!(await invitePerson(session, key, context.mail.invitation.days)))
      throw new OwnerError(NOT_INVITABLE)
    report(1, context)
  })
}

async function inviteMany(selection: Selection, { yes }: Options, context: Context) {
  const where = inWords(selection.conditions)
  await context.withSession(async (session) => {
    const found = await findInvitable(session, selection)
    if (found.length === 0) {
      return note(
        `No one${where} is left to invite: each person who has confirmed is invited once.`,
      )
    }
    if (!yes) note(peopleTable(found.slice(0, SHOWN)))
    const people = count(found.length, 'person', 'people')
    await confirm(`Invite ${people}${where}? ${timeOf(found.length, context)}`, yes === true)
    report(await invite(session, selection), context)
  })
}

export const addInvite: AddCommand = (program, context) => {
  const { name, referrals } = context
  program
    .command('invite')
    .summary('invite the first people in line')
    .description(
      'Queues invitations to people who have confirmed their address' +
        (referrals ? ': those with the most friends first, then' : ',') +
        ' in order of joining. Shows them and asks. Each person is invited once; people who left ' +
        'are skipped. Give either an address, or --count, --where or both.',
    )
    .argument('[email]', 'one person; - reads the address from standard input')
    .option('--count <count>', 'how many people at most', parseNumber('--count'))
    .option(...WHERE)
    .option('--yes', 'do not ask')
    .addHelpText(
      'after',
      examples(
        name,
        `invite --count 50 --where ${EXAMPLE_CONDITION} --where source=producthunt`,
        'invite ada@example.com',
      ),
    )
    .action((email: string | undefined, options: Options) => {
      const { count, where: conditions = [] } = options
      if ((count !== undefined || conditions.length > 0) === (email !== undefined)) {
        throw new UsageError('Say whom to invite: either an address, or --count, --where or both.')
      }
      const by = referrals ? 'referrals' : 'joined'
      return email === undefined
        ? inviteMany({ count, conditions, by }, options, context)
        : inviteOne(email, options, context)
    })
}
