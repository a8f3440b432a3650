import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Option } from 'commander'
import { OwnerError, UsageError } from '../../../../contract/owner-error.ts'
import { LINK_PATHS } from '../../../../contract/waitlist.ts'
import type { Announcement } from '../../../../letters/announcement.ts'
import { fillPlaceholders, SAMPLE_VALUES } from '../../../../letters/placeholders.ts'
import { fillSafely } from '../../../../letters/templates.ts'
import {
  addCondition,
  type Conditions,
  EXAMPLE_CONDITION,
  inWords,
  WHERE_FLAG,
  WHERE_HELP,
} from '../../list/conditions.ts'
import { emailKey } from '../../list/identity.ts'
import { announce, findAudience, type Mailing } from '../../mail/announce.ts'
import type { Draft } from '../../mail/draft.ts'
import { paceOf, sendingTime } from '../../mail/sending-time.ts'
import type { Delivery, Transport } from '../../mail/transport.ts'
import { count, minute, number } from '../../system/format.ts'
import type { Session } from '../../system/session.ts'
import { parseAt } from '../../system/time.ts'
import type { MailConfig } from '../../system/worker-settings.ts'
import { type AddCommand, type Context, confirm } from './context.ts'
import { examples, isStandardOutput, note, print, printJson, writeResult } from './output.ts'

interface Options {
  readonly to?: 'confirmed'
  readonly where?: Conditions
  readonly at?: Date
  readonly test?: string
  readonly preview?: true
  readonly out?: string
  readonly yes?: true
  readonly json?: true
}

/** The email to nobody on the list: its links have no token, so they do nothing, and its answers are examples. */
function withoutToken({ announcement, origin }: Draft) {
  const { confirm: confirmPath, leave, data } = LINK_PATHS
  const links = {
    confirm: `${origin}${confirmPath}`,
    leave: `${origin}${leave}`,
    data: `${origin}${data}`,
  }
  return { ...fillSafely(announcement, { ...SAMPLE_VALUES, ...links }), leave: links.leave }
}

/** At this many bytes of HTML, Gmail cuts an email, and the link to leave is behind the cut. */
const GMAIL_CUTS = 102_400

/** A person's answers may be longer than the examples. */
function warnOfLength({ html }: { readonly html: string }): void {
  const bytes = Buffer.byteLength(html)
  if (bytes < 100_000) return
  note(
    `The email has ${number(bytes)} bytes of HTML. Gmail cuts it at ${number(GMAIL_CUTS)}, before the link to leave. Shorten the letter.`,
  )
}

async function preview(draft: Draft, out: string | undefined, { openPage }: Context) {
  if (out === undefined && !openPage) {
    throw new UsageError('Give a file for the preview: --preview --out announcement.html')
  }
  const folder = out === undefined ? await mkdtemp(join(tmpdir(), 'announcement-')) : ''
  const file = out ?? join(folder, 'announcement.html')
  const { subject, html, text } = withoutToken(draft)
  await writeResult(file, Readable.from([html]))
  note(`Subject: ${subject}\n\n${text}`)
  if (!isStandardOutput(file)) note(`\nWritten to ${file}.`)
  if (process.stdout.isTTY) await openPage?.(file).catch(() => {})
}

/** A server that takes no mail at all says why. */
async function reasonOf(
  { kind, reply }: Extract<Delivery, { reply: string }>,
  transport: Transport,
): Promise<string> {
  const refusal = `${transport.place} replied ${reply}`
  if (kind !== 'away') return refusal
  return transport.verify().then(
    () => refusal,
    ({ message }) => message,
  )
}

async function sendTest(draft: Draft, to: string, context: Context): Promise<void> {
  if (emailKey(to) === undefined) throw new UsageError(`This is not an email address: ${to}`)
  if (context.mail.smtpUrl === undefined) {
    throw new UsageError('SMTP_URL is not set, so no email can be sent. --preview shows it.')
  }
  const { openPost } = await import('../../mail/post.ts')
  const { transport } = await openPost(context)
  try {
    const id = `test-${draft.announcement.id}-${Date.now()}`
    const headers = context.mail.announceHeader ?? {}
    const delivery = await transport.send({ id, to, headers, ...withoutToken(draft) })
    if ('reply' in delivery) {
      throw new OwnerError(`The email was not sent: ${await reasonOf(delivery, transport)}.`)
    }
    print(`Sent to ${transport.place}. Its links do nothing.`)
  } finally {
    transport.close()
  }
}

/** When the people get it, such as `within an hour`. */
function timeOf(queued: number, mail: MailConfig, at: Date | undefined): string {
  const time = sendingTime(queued, mail)
  return at ? `${time}, from ${minute(at.toISOString())} UTC on` : time
}

/** @returns how many mails were queued */
async function queue(
  session: Session,
  announcement: Announcement,
  mailing: Mailing,
  yes: boolean,
  mail: MailConfig,
): Promise<number> {
  const { people, begun_at } = await findAudience(session, announcement, mailing)
  const where = inWords(mailing.conditions)
  if (people === 0) {
    // nobody has got a letter without a name
    const could = await findAudience(session, { ...announcement, id: '' }, mailing)
    note(
      could.people === 0
        ? `Nobody gets it: no person${where} has confirmed and can be reached.`
        : `Nobody is left to get it: everybody${where} who has confirmed has it already.`,
    )
    return 0
  }
  const begun = begun_at ? ` Others have had it since ${begun_at.slice(0, 10)}.` : ''
  const subject = fillPlaceholders(announcement.subject, SAMPLE_VALUES)
  await confirm(
    `Send “${subject}” to ${count(people, 'person', 'people')}${where}?${begun} ` +
      `At ${count(paceOf(mail), 'email')} an hour they get it ${timeOf(people, mail, mailing.at)}.`,
    yes,
  )
  return announce(session, announcement, mailing)
}

const sendToConfirmed = (
  { announcement }: Draft,
  { yes, json, where: conditions = [], at }: Options,
  { withSession, name, mail }: Context,
) =>
  withSession(async (session) => {
    const queued = await queue(session, announcement, { conditions, at }, yes === true, mail)
    if (json) {
      return printJson({
        announcement: announcement.id,
        queued,
        per_hour: paceOf(mail),
        at: at?.toISOString() ?? null,
      })
    }
    if (queued === 0) return
    const time = timeOf(queued, mail, at)
    print(`Queued for ${count(queued, 'person', 'people')}. They get it ${time}.`)
    if (at) note(`Until then, this cancels it: ${name} mail cancel ${announcement.id}`)
  })

export const addAnnounce: AddCommand = (program, context) => {
  program
    .command('announce')
    .summary('send a letter to people who have confirmed')
    .description(
      'Sends a letter in Markdown, with its subject in the front matter, in the look of the ' +
        'site. {{first_name|there}} becomes the first name of the person who gets it, or “there” ' +
        'without one; all answers work this way. Sending the same letter again reaches only people who ' +
        'have not received it, so an interrupted command can be repeated.',
    )
    .argument('<file>', 'the letter, such as launch.md')
    .addOption(new Option('--to <people>', 'who gets it').choices(['confirmed']))
    .option(WHERE_FLAG, WHERE_HELP, addCondition)
    .option(
      '--at <time>',
      'send it then, such as 2026-12-01T09:00Z, to those who are on the list now and then',
      parseAt,
    )
    .option('--test <address>', 'send it to this address now')
    .option('--preview', 'show it in the browser, and send nothing')
    .option('--out <file>', 'the file of the preview')
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        context.name,
        'announce launch.md --preview --out launch.html',
        'announce launch.md --test you@example.com',
        `announce launch.md --to confirmed --where ${EXAMPLE_CONDITION} --where invited=no`,
        'announce launch.md --to confirmed --at 2026-12-01T09:00Z',
      ),
    )
    .action(async (file: string, options: Options) => {
      const { to, test, out } = options
      const isPreview = options.preview || out !== undefined
      if ([to, test, isPreview || undefined].filter((way) => way !== undefined).length !== 1) {
        throw new UsageError('Say where it goes: --to confirmed, --test ADDRESS or --preview.')
      }
      if (to === undefined && (options.where || options.at)) {
        throw new UsageError('--where and --at need --to confirmed.')
      }
      // Markdown takes longer to load than all other commands together
      const { readDraft } = await import('../../mail/draft.ts')
      const draft = readDraft(file, context)
      warnOfLength(withoutToken(draft))
      if (isPreview) await preview(draft, out, context)
      else if (test !== undefined) await sendTest(draft, test, context)
      else await sendToConfirmed(draft, options, context)
    })
}
