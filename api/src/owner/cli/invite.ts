import { Option } from 'commander'
import { OwnerError, UsageError } from '../../../../contract/owner-error.ts'
import {
  FIELDS,
  type Field,
  QUESTION_NAMES,
  type QuestionName,
} from '../../../../contract/waitlist.ts'
import {
  addCondition,
  type Conditions,
  EXAMPLE_CONDITION,
  inWords,
  WHERE_FLAG,
  WHERE_HELP,
} from '../../list/conditions.ts'
import {
  countInvitable,
  findInvitable,
  findObstacle,
  invite,
  invitePerson,
  ORDERS,
  type Selection,
} from '../../mail/invite.ts'
import { paceOf, sendingTime } from '../../mail/sending-time.ts'
import { count } from '../../system/format.ts'
import type { Session } from '../../system/session.ts'
import { type AddCommand, type Context, confirm, parseNumber, readAddress } from './context.ts'
import { peopleTable } from './list.ts'
import { examples, note, print, printJson } from './output.ts'

/** `--role agency` is short for `--where role=agency`. */
const optionOf = (name: QuestionName): Option[] => {
  const field: Field = FIELDS[name]
  if (field.type !== 'choice') return []
  const choices = field.options.map(({ value }) => value)
  return [new Option(`--${name} <answer>`, `short for --where ${name}=ANSWER`).choices(choices)]
}

interface Options extends Partial<Record<QuestionName, string>> {
  readonly count?: number
  readonly by?: Selection['by']
  readonly where?: Conditions
  readonly again?: true
  readonly dryRun?: true
  readonly yes?: true
  readonly json?: true
}

type Queue = Pick<Context, 'withSession' | 'mail'>

const people = (value: number): string => count(value, 'person', 'people')

function report(queued: number, { mail }: Queue, json: true | undefined): void {
  const time = sendingTime(queued, mail)
  if (json) printJson({ queued, per_hour: paceOf(mail) })
  else
    print(
      `Queued ${count(queued, 'invitation')}. They are sent ${time}, at ${count(paceOf(mail), 'email')} an hour.`,
    )
}

async function inviteOne(email: string, { again, dryRun, yes, json }: Options, queue: Queue) {
  const key = await readAddress(email)
  const { days } = queue.mail.invitation
  await queue.withSession(async (session) => {
    const obstacle = await findObstacle(session, key, { days, again: again === true })
    if (obstacle !== undefined) throw new OwnerError(`That person ${obstacle}.`)
    if (dryRun) return note('That person can be invited.')
    await confirm('Invite this person?', yes === true)
    const invited = await invitePerson(session, key, again && days)
    report(invited ? 1 : 0, queue, json)
  })
}

async function printInvitable(
  session: Session,
  selection: Selection,
  json: true | undefined,
): Promise<void> {
  const found = await findInvitable(session, selection)
  if (json) return printJson(found)
  if (found.length > 0) print(peopleTable(found))
  note(`${people(found.length)} would be invited.`)
}

async function inviteMany(selection: Selection, { dryRun, yes, json }: Options, queue: Queue) {
  await queue.withSession(async (session) => {
    if (dryRun) return printInvitable(session, selection, json)
    const found = await countInvitable(session, selection)
    if (found === 0) {
      note(
        selection.again === undefined
          ? `Nobody${inWords(selection.conditions)} is left to invite: people must have confirmed, and nobody is invited twice.`
          : `Nobody${inWords(selection.conditions)} has an invitation that is older than ${count(selection.again, 'day')}.`,
      )
      if (json) report(0, queue, json)
      return
    }
    const time = sendingTime(found, queue.mail)
    await confirm(
      `Invite ${people(found)}${inWords(selection.conditions)}? At ${count(paceOf(queue.mail), 'email')} an hour they are sent ${time}.`,
      yes === true,
    )
    report(await invite(session, selection), queue, json)
  })
}

const conditionsOf = (options: Options): Conditions =>
  QUESTION_NAMES.reduce((conditions: Conditions, name) => {
    const value = options[name]
    return value === undefined ? conditions : addCondition(`${name}=${value}`, conditions)
  }, options.where ?? [])

export const addInvite: AddCommand = (program, { withSession, mail, name, referrals }) => {
  const command = program
    .command('invite')
    .summary('invite the first people in line')
    .description(
      'Queues invitations to people who have confirmed their address' +
        (referrals ? ': those with most friends first, then' : ',') +
        ' in order of joining. Nobody is invited twice without --again, and nobody who left. ' +
        'Give an address, --count, --where, or --count and --where.',
    )
    .argument('[email]', 'one person; - reads the address from standard input')
    .option('--count <count>', 'how many people at most', parseNumber('--count'))
    .option(WHERE_FLAG, WHERE_HELP, addCondition)
  if (referrals) {
    command.addOption(
      new Option(
        '--by <order>',
        'who is first: those with most friends who have confirmed, or the first to have joined',
      )
        .choices(ORDERS)
        .default('referrals'),
    )
  }
  for (const option of QUESTION_NAMES.flatMap(optionOf)) command.addOption(option)
  command
    .option('--again', 'invite people again whose place is no longer kept (INVITE_DAYS)')
    .option('--dry-run', 'print who would be invited, and change nothing')
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        name,
        'invite --count 50 --dry-run',
        `invite --count 50 --where ${EXAMPLE_CONDITION} --where source=producthunt`,
        ...(referrals ? ['invite --count 50 --by joined'] : []),
        'invite --count 50 --again --dry-run',
        'invite ada@example.com',
      ),
    )
    .action((email: string | undefined, options: Options) => {
      const conditions = conditionsOf(options)
      const isSelection = options.count !== undefined || conditions.length > 0
      if (isSelection === (email !== undefined)) {
        throw new UsageError('Say whom to invite: either an address, or --count or --where.')
      }
      const again = options.again && mail.invitation.days
      const queue = { withSession, mail }
      return email === undefined
        ? inviteMany({ count: options.count, conditions, by: options.by, again }, options, queue)
        : inviteOne(email, options, queue)
    })
}
