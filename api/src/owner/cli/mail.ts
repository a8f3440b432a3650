import { OwnerError, UsageError } from '../../../../contract/owner-error.ts'
import { fillLabels } from '../../../../letters/placeholders.ts'
import { MAIL_STATES } from '../../mail/kinds.ts'
import {
  cancelLetter,
  cancelWritten,
  listLetters,
  type WaitingLetter,
} from '../../mail/queue/cancel.ts'
import { countFlood, withdrawFlood } from '../../mail/queue/flood.ts'
import { countOwed, owedText } from '../../mail/queue/owed.ts'
import { findRetryable, type Retryable, retry } from '../../mail/queue/retry-by-owner.ts'
import {
  type KindReport,
  listSendings,
  reportQueue,
  type Sending,
} from '../../mail/queue/sendings.ts'
import { readNewestMail } from '../../mail/transport/newest-file.ts'
import { count, minute, number } from '../../system/format.ts'
import type { Session } from '../../system/session.ts'
import { type AddCommand, type Context, confirm, readAddress } from './context.ts'
import { examples, note, print, printJson, style, table } from './output.ts'
import { carryOut, type Plan } from './plan.ts'

const kindTable = (kinds: readonly KindReport[]): string =>
  table([
    ['Kind', ...MAIL_STATES, 'Oldest waiting (UTC)', 'Last problem'],
    ...kinds.map((report) => [
      report.kind,
      ...MAIL_STATES.map((state) => number(report[state])),
      minute(report.oldest_waiting ?? ''),
      report.last_reply ?? '',
    ]),
  ])

const letterTable = (letters: readonly WaitingLetter[]): string =>
  table([
    ['Next at (UTC)', 'Letter', 'People', 'Subject'],
    ...letters.map((letter) => [
      letter.next_at === null ? 'once emails can be sent' : minute(letter.next_at),
      letter.id,
      number(letter.people),
      fillLabels(letter.subject),
    ]),
  ])

const failureTable = (failed: readonly Sending[]): string =>
  table([
    ['Failed (UTC)', 'Kind', 'Email', 'Reply'],
    ...failed.map(({ at, kind, about, email, reply }) => [
      minute(at),
      about === '' ? kind : `${kind} ${about}`,
      email,
      reply ?? '',
    ]),
  ])

async function showNewest({ mail, mailFile, findDataDir, startCommand }: Context, json?: true) {
  if (mail.isSent) {
    throw new OwnerError(
      'SMTP_URL or MAIL_API is set, so emails are sent instead of saved as files. Check your inbox.',
    )
  }
  const newest = await readNewestMail(await findDataDir())
  if (newest === undefined) {
    throw new OwnerError(
      `No email has been saved yet. The worker saves them while it runs: \`${startCommand}\`.`,
    )
  }
  if (json) return printJson(newest)
  const { to, subject, links, file } = newest
  print(table([['To', to], ['Subject', subject], ...links.map((link) => ['Link', link])]))
  note(`The whole email: ${mailFile(file)}`)
}

const FAILURES = 50

export const readQueue = async (session: Session) => ({
  ...(await reportQueue(session)),
  letters: await listLetters(session),
  failures: await listSendings(session, 'failed', FAILURES),
})

const showQueue = ({ withSession, name }: Context, json?: true) =>
  withSession(async (session) => {
    const queue = await readQueue(session)
    const { letters, failures } = queue
    if (json) return printJson(queue)
    const sent = `${number(queue.sent_last_hour)} in the last hour, ${number(queue.sent_last_day)} in the last day`
    print(`${kindTable(queue.kinds)}\n\n${style('bold', 'Emails sent')}  ${sent}`)
    if (letters.length > 0) {
      print(`\n${letterTable(letters)}`)
      note(
        `\`${name} mail cancel LETTER\` withdraws a letter from people who have not received it.`,
      )
    }
    if (failures.length > 0) {
      print(`\n${failureTable(failures)}`)
      note(`To retry them: \`${name} mail retry\`.`)
    }
  })

const describe = ({ retried, refused }: Retryable): string =>
  [
    ...(retried > 0
      ? [count(retried, 'failed email or webhook', 'failed emails and webhooks')]
      : []),
    ...(refused ? ['the address that was refused'] : []),
  ].join(' and ')

const addRetry: AddCommand = (mail, { withSession, name }) => {
  mail
    .command('retry')
    .summary('retry failed emails and webhooks')
    .description(
      'Queues failed emails and webhooks again, except emails to an address that a server has refused ' +
        'permanently. Give that address as the argument to mark it as reachable again, and to repeat ' +
        'a confirmation or an invitation that was sent before it bounced, unless the person has already used that email’s link.',
    )
    .argument(
      '[email]',
      'retry only emails and webhooks of the person with this address, or - to read it from standard input',
    )
    .option('--yes', 'skip the confirmation prompt')
    .addHelpText('after', examples(name, 'mail retry', 'mail retry ada@example.com --yes'))
    .action(async (email: string | undefined, { yes }: { yes?: true }) => {
      const key = email === undefined ? undefined : await readAddress(email)
      await withSession(async (session) => {
        const found = await findRetryable(session, key)
        if (found.retried === 0 && !found.refused) {
          if (key !== undefined) throw new OwnerError('There is nothing to retry for that address.')
          return note('There is nothing to retry.')
        }
        await confirm(`Retry ${describe(found)}?`, yes === true)
        print(`Retrying ${describe(await retry(session, key))}.`)
      })
    })
}

const TO_UNPUBLISH =
  'The letter is public. If its file in web/content/news/ has a line “sent:”, delete that line and build the site.'

/** @throws OwnerError when no such letter waits */
export async function planCancel(session: Session, id: string, name: string): Promise<Plan> {
  const letter = (await listLetters(session)).find((waiting) => waiting.id === id)
  if (letter === undefined) {
    throw new OwnerError(
      `No letter with the ID ${id} is waiting. \`${name} mail\` lists those that are.`,
    )
  }
  const people = count(letter.people, 'person', 'people')
  return {
    question: `Withdraw “${fillLabels(letter.subject)}” from ${people}?`,
    perform: async (session) =>
      `Withdrawn from ${count(await cancelLetter(session, id), 'person', 'people')}.`,
    ...(letter.is_public && { remark: TO_UNPUBLISH }),
  }
}

async function cancelSaved(session: Session, yes: boolean) {
  const owed = owedText(await countOwed(session))
  if (owed === '') return note('There are no saved emails to withdraw.')
  await confirm(`Withdraw the emails that were only saved as files: ${owed}?`, yes)
  await cancelWritten(session)
  print(`Withdrawn: ${owed}.`)
}

const addCancel: AddCommand = (mail, { withSession, name }) => {
  mail
    .command('cancel')
    .summary('withdraw a letter from people who have not received it')
    .description(
      'Withdraws a letter that `announce` has queued or planned (--at) from everyone who has ' +
        'not received it. `mail` lists the letters. The same letter can be announced again.',
    )
    .argument('[letter]', 'the letter’s ID, as `mail` prints it')
    .option(
      '--written',
      'withdraw all emails that were only saved as files, so that none is sent once SMTP_URL or MAIL_API is set',
    )
    .option('--yes', 'skip the confirmation prompt')
    .addHelpText('after', examples(name, 'mail cancel 3f0a5c7d9b1e2468', 'mail cancel --written'))
    .action((id: string | undefined, { written, yes }: { written?: true; yes?: true }) => {
      if ((id === undefined) !== (written === true)) {
        throw new UsageError('Give either a letter’s ID or --written.')
      }
      return withSession(async (session) =>
        id === undefined
          ? cancelSaved(session, yes === true)
          : carryOut(session, await planCancel(session, id, name), yes),
      )
    })
}

const addWithdraw: AddCommand = (mail, { withSession, name }) => {
  mail
    .command('withdraw')
    .summary('withdraw the confirmation emails that a flood of signups requested')
    .description(
      'Withdraws waiting confirmation emails from networks that sent unusually many forms: enough to use up a tenth of an email limit. ' +
        'The people stay on the list until they are erased for not confirming, and can ask for the email again.',
    )
    .option(
      '--all',
      'also withdraw the emails of all other networks, if the flood comes from many networks',
    )
    .option('--yes', 'skip the confirmation prompt')
    .addHelpText('after', examples(name, 'mail withdraw', 'mail withdraw --all'))
    .action(({ all, yes }: { all?: true; yes?: true }) =>
      withSession(async (session) => {
        const flood = all ? 'all' : 'crowds'
        const { mails, networks, others } = await countFlood(session, flood)
        const visitors = `${count(others, 'confirmation email')} from other networks`
        if (mails === 0) {
          return note(
            `No waiting confirmation email comes from a network that has used a tenth of a limit.${others > 0 ? ` --all would withdraw ${visitors}.` : ''}`,
          )
        }
        await confirm(
          `Withdraw ${count(mails, 'confirmation email')} requested from ${count(networks, 'network')}? ` +
            `This ${all ? 'includes' : 'does not affect'} ${visitors}.`,
          yes === true,
        )
        print(`Withdrew ${count(await withdrawFlood(session, flood), 'confirmation email')}.`)
      }),
    )
}

export const addMail: AddCommand = (program, context) => {
  const mail = program
    .command('mail')
    .summary('show emails that are queued, sent or failed; retry or cancel them')
    .description(
      'Counts emails and webhooks by their state. Lists the letters that are queued or planned, and the ' +
        `newest ${FAILURES} failures. The records of most finished emails are deleted after 90 days.`,
    )
    .helpCommand(false)
    .option(
      '--last',
      'show the newest email and its links, while emails are saved as files (without SMTP_URL and MAIL_API)',
    )
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(context.name, 'mail', 'mail --last', 'mail retry', 'mail cancel 3f0a5c7d9b1e2468'),
    )
    .action(({ last, json }: { last?: true; json?: true }) =>
      last ? showNewest(context, json) : showQueue(context, json),
    )
  addRetry(mail, context)
  addCancel(mail, context)
  addWithdraw(mail, context)
}
