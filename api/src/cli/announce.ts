import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Option } from 'commander'
import { LINK_PATHS } from '../../contract/waitlist.ts'
import type { Session } from '../database/session.ts'
import type { Announcement } from '../mail/announcement.ts'
import type { Draft } from '../mail/draft.ts'
import { fill } from '../mail/templates.ts'
import type { Delivery, Transport } from '../mail/transport.ts'
import { count } from '../operator/format.ts'
import { OperatorError, UsageError } from '../operator/operator-error.ts'
import { announce, findAudience } from '../queue/announce.ts'
import { sendingTime } from '../queue/sending-time.ts'
import { emailKey } from '../signup/identity.ts'
import { type AddCommand, type Context, confirm } from './context.ts'
import { examples, isStandardOutput, note, print, printJson, writeResult } from './output.ts'

interface Options {
  readonly to?: 'confirmed'
  readonly test?: string
  readonly preview?: true
  readonly out?: string
  readonly yes?: true
  readonly json?: true
}

/** The mail with links that have no token, so that they do nothing. */
function withoutToken({ announcement, origin }: Draft) {
  const { confirm: confirmPath, leave, data } = LINK_PATHS
  const links = {
    confirm: `${origin}${confirmPath}`,
    leave: `${origin}${leave}`,
    data: `${origin}${data}`,
  }
  return { ...fill(announcement, links), leave: links.leave }
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
  { kind, reply }: Exclude<Delivery, { kind: 'sent' }>,
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
    throw new UsageError('SMTP_URL is not set, so no mail can be sent. --preview shows it.')
  }
  const { openPost } = await import('../queue/post.ts')
  const { transport } = await openPost(context)
  try {
    const id = `test-${draft.announcement.id}-${Date.now()}`
    const delivery = await transport.send({ id, to, ...withoutToken(draft) })
    if (delivery.kind !== 'sent') {
      throw new OperatorError(`The mail was not sent: ${await reasonOf(delivery, transport)}.`)
    }
    print(`Sent to ${transport.place}. Its links do nothing.`)
  } finally {
    transport.close()
  }
}

/** @returns how many mails were queued */
async function queue(
  session: Session,
  announcement: Announcement,
  yes: boolean,
  perHour: number,
): Promise<number> {
  const { people, begun_at } = await findAudience(session, announcement)
  if (people === 0) {
    note('Nobody is left to get it: everybody who has confirmed has it already.')
    return 0
  }
  const begun = begun_at ? ` Others have had it since ${begun_at.slice(0, 10)}.` : ''
  await confirm(
    `Send “${announcement.subject}” to ${count(people, 'person', 'people')}?${begun} ` +
      `At ${count(perHour, 'mail')} an hour they get it ${sendingTime(people, perHour, 'announce')}.`,
    yes,
  )
  return announce(session, announcement)
}

const sendToConfirmed = (
  { announcement }: Draft,
  { yes, json }: Options,
  { withSession, mail: { perHour } }: Context,
) =>
  withSession(async (session) => {
    const queued = await queue(session, announcement, yes === true, perHour)
    if (json) return printJson({ announcement: announcement.id, queued, per_hour: perHour })
    if (queued === 0) return
    const time = sendingTime(queued, perHour, 'announce')
    print(`Queued for ${count(queued, 'person', 'people')}. They get it ${time}.`)
  })

export const addAnnounce: AddCommand = (program, context) => {
  program
    .command('announce')
    .summary('send a letter to everybody who has confirmed')
    .description(
      'Sends a letter in Markdown, with its subject in the front matter, in the look of the ' +
        'site. The same letter again goes only to those who have not got it, so an interrupted ' +
        'command can be repeated.',
    )
    .argument('<file>', 'the letter, such as launch.md')
    .addOption(new Option('--to <people>', 'who gets it').choices(['confirmed']))
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
        'announce launch.md --to confirmed',
      ),
    )
    .action(async (file: string, options: Options) => {
      const { to, test, out } = options
      const isPreview = options.preview || out !== undefined
      if ([to, test, isPreview || undefined].filter((way) => way !== undefined).length !== 1) {
        throw new UsageError('Say where it goes: --to confirmed, --test ADDRESS or --preview.')
      }
      // Markdown takes longer to load than all other commands together
      const { readDraft } = await import('../mail/draft.ts')
      const draft = await readDraft(file, context)
      if (isPreview) await preview(draft, out, context)
      else if (test !== undefined) await sendTest(draft, test, context)
      else await sendToConfirmed(draft, options, context)
    })
}
