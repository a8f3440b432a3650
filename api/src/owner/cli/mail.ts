import { OwnerError } from '../../../../contract/owner-error.ts'
import { fillPlaceholders, SAMPLE_VALUES } from '../../../../letters/placeholders.ts'
import { MAIL_STATES, type MailState } from '../../mail/mails.ts'
import { readNewestMail } from '../../mail/newest-mail.ts'
import { type KindReport, type QueueReport, reportQueue } from '../../mail/report.ts'
import { findRetryable, type Retryable, retry } from '../../mail/retry.ts'
import { listSendings, type Sending } from '../../mail/sendings.ts'
import { cancelLetter, listLetters, type WaitingLetter } from '../../mail/waiting-letters.ts'
import { count, minute, number } from '../../system/format.ts'
import { type AddCommand, type Context, confirm, parseNumber, readAddress } from './context.ts'
import { examples, note, print, printJson, style, table } from './output.ts'

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

/** These have a column also while all of its numbers are 0. */
const ALWAYS: readonly MailState[] = ['waiting', 'sent', 'failed']

function kindTable(kinds: readonly KindReport[]): string {
  const states = MAIL_STATES.filter(
    (state) => ALWAYS.includes(state) || kinds.some((report) => report[state] > 0),
  )
  const rows = kinds.map((report) => [
    report.kind,
    ...states.map((state) => number(report[state])),
    minute(report.oldest_waiting ?? ''),
    report.last_reply ?? '',
  ])
  return table([['Kind', ...states.map(capital), 'Oldest waiting (UTC)', 'Last problem'], ...rows])
}

const failureRow = ({ at, kind, about, email, reply }: Sending): string[] => [
  minute(at),
  about === '' ? kind : `${kind} ${about}`,
  email,
  reply ?? '',
]

const failureTable = (failed: readonly Sending[]): string =>
  table([['Failed (UTC)', 'Kind', 'Email', 'Reply'], ...failed.map(failureRow)])

const failureJson = ({ kind, email, about, at: failed_at, reply }: Sending) => ({
  kind,
  email,
  about,
  failed_at,
  reply,
})

const letterRow = ({ id, subject, people, next_at }: WaitingLetter): string[] => [
  minute(next_at),
  id,
  number(people),
  fillPlaceholders(subject, SAMPLE_VALUES),
]

const letterTable = (letters: readonly WaitingLetter[]): string =>
  table([['Next at (UTC)', 'Letter', 'People', 'Subject'], ...letters.map(letterRow)])

function showQueue({ kinds, sent_last_hour, sent_last_day }: QueueReport): void {
  print(kindTable(kinds))
  print(
    `\n${style('bold', 'Emails sent')}  ${number(sent_last_hour)} in the last hour, ${number(sent_last_day)} in the last day`,
  )
}

async function showNewest({ mail, mailFile, findDataDir, startCommand }: Context, json?: true) {
  if (mail.smtpUrl !== undefined) {
    throw new OwnerError('SMTP_URL is set, so emails are sent, not saved. Check the inbox.')
  }
  const newest = await readNewestMail(await findDataDir())
  if (newest === undefined) {
    throw new OwnerError(`There is no email yet. The worker writes them: \`${startCommand}\`.`)
  }
  if (json) return printJson(newest)
  const { to, subject, links, file } = newest
  print(table([['To', to], ['Subject', subject], ...links.map((link) => ['Link', link])]))
  note(`The whole email: ${mailFile(file)}`)
}

interface Options {
  readonly last?: true
  readonly failed?: true
  readonly limit: number
  readonly json?: true
}

const showMail =
  (context: Context) =>
  ({ last, failed: failedOnly, limit, json }: Options) => {
    if (last) return showNewest(context, json)
    const { withSession, name } = context
    return withSession(async (session) => {
      const queue = failedOnly ? undefined : await reportQueue(session)
      const letters = failedOnly ? [] : await listLetters(session)
      const failed = await listSendings(session, 'failed', limit)
      if (json) {
        const failures = failed.map(failureJson)
        return printJson(queue ? { ...queue, letters, failures } : failures)
      }
      if (queue) showQueue(queue)
      else if (failed.length === 0) note('Nothing has failed in the last 90 days.')
      if (letters.length > 0) {
        print(`\n${letterTable(letters)}`)
        note(`\`${name} mail cancel LETTER\` withdraws one from people who have not received it.`)
      }
      if (failed.length > 0) {
        print(`${queue ? '\n' : ''}${failureTable(failed)}`)
        note(`\`${name} mail retry\` tries again.`)
      }
    })
  }

const describe = ({ retried, refused }: Retryable, verbs: readonly [string, string]): string =>
  [
    ...(retried > 0
      ? [`${verbs[0]} ${count(retried, 'failed email or webhook', 'failed emails and webhooks')}`]
      : []),
    ...(refused ? [`${verbs[1]} the address as reachable`] : []),
  ].join(' and ')

const addRetry: AddCommand = (mail, { withSession, name }) => {
  mail
    .command('retry')
    .summary('try failed ones again')
    .description(
      'Queues failed emails and webhooks again. Emails to an address that a server has refused ' +
        'permanently are left out; give that address as argument to mark it as reachable again.',
    )
    .argument('[email]', 'only those of this person; - reads the address from standard input')
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON')
    .addHelpText('after', examples(name, 'mail retry', 'mail retry ada@example.com --yes'))
    .action(async (email: string | undefined, { yes, json }: { yes?: true; json?: true }) => {
      const key = email === undefined ? undefined : await readAddress(email)
      await withSession(async (session) => {
        const found = await findRetryable(session, key)
        if (found.retried === 0 && !found.refused) {
          if (key !== undefined) throw new OwnerError('Nothing can be retried for that address.')
          if (json) printJson(found)
          else note('Nothing can be retried.')
          return
        }
        const question = describe(found, ['try again', 'count'])
        await confirm(`${capital(question)}?`, yes === true)
        const done = await retry(session, key)
        if (json) printJson(done)
        else print(`Done: ${describe(done, ['queued', 'counted'])}.`)
      })
    })
}

const addCancel: AddCommand = (mail, { withSession, name }) => {
  mail
    .command('cancel')
    .summary('withdraw a letter from people who have not received it')
    .description(
      'Withdraws a letter of `announce` that waits, or is planned with --at, from everyone who has ' +
        'not received it. `mail` lists the letters. The same letter can be announced again.',
    )
    .argument('<letter>', 'its name in the list of `mail`')
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON')
    .addHelpText('after', examples(name, 'mail cancel 3f0a5c7d9b1e2468'))
    .action(async (id: string, { yes, json }: { yes?: true; json?: true }) => {
      await withSession(async (session) => {
        const letter = (await listLetters(session)).find((waiting) => waiting.id === id)
        if (letter === undefined) {
          throw new OwnerError(`No letter ${id} waits. \`${name} mail\` lists those that do.`)
        }
        const subject = fillPlaceholders(letter.subject, SAMPLE_VALUES)
        const people = count(letter.people, 'person', 'people')
        await confirm(`Withdraw “${subject}” from ${people}?`, yes === true)
        const cancelled = await cancelLetter(session, id)
        if (json) printJson({ announcement: id, cancelled })
        else print(`Withdrawn from ${count(cancelled, 'person', 'people')}.`)
      })
    })
}

export const addMail: AddCommand = (program, context) => {
  const mail = program
    .command('mail')
    .summary('show what is queued, sent and failed, retry, cancel')
    .description(
      'Counts emails and webhooks by their state. Lists the letters that wait or are planned, and the ' +
        'newest failures. Finished ones are kept for 90 days.',
    )
    .helpCommand(false)
    .option('--last', 'only the newest email and its links, where emails are files (no SMTP_URL)')
    .option('--failed', 'only the list of failures')
    .option('--limit <count>', 'how many failures at most', parseNumber('--limit'), 50)
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        context.name,
        'mail',
        'mail --last',
        'mail --failed --limit 200',
        'mail retry',
        'mail cancel 3f0a5c7d9b1e2468',
      ),
    )
    .action(showMail(context))
  addRetry(mail, context)
  addCancel(mail, context)
}
