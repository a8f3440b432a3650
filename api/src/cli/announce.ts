import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Option } from 'commander'
import { LINK_PATHS } from '../../contract/waitlist.ts'
import { announce, findAudience } from '../mail/announce.ts'
import { type Announcement, makeAnnouncement } from '../mail/announcement.ts'
import { readLetter } from '../mail/letter.ts'
import { openPost } from '../mail/post.ts'
import { sendingTime } from '../mail/sending-time.ts'
import { fill, readTemplates } from '../mail/templates.ts'
import { OperatorError, UsageError } from '../operator-error.ts'
import { emailKey } from '../signup/identity.ts'
import { type AddCommand, type Context, confirm } from './context.ts'
import { count, examples, note, number, only, print, printJson, writeResult } from './output.ts'

interface Options {
  readonly to?: 'confirmed'
  readonly test?: string
  readonly preview?: true
  readonly out?: string
  readonly yes?: true
  readonly json?: true
}

interface Draft {
  readonly announcement: Announcement
  readonly origin: string
}

async function readDraft(file: string, { mailsFile, siteUrl }: Context): Promise<Draft> {
  if (mailsFile === undefined) throw new UsageError('MAILS_FILE: expected the mails of the build.')
  const templates = await readTemplates(mailsFile)
  const origin = siteUrl ?? templates.origin
  const letter = await readLetter(file, await readFile(file, 'utf8'))
  return { announcement: await makeAnnouncement(letter, templates, origin), origin }
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

async function preview(draft: Draft, out: string | undefined, { openInBrowser }: Context) {
  if (out === undefined && !openInBrowser) {
    throw new UsageError('Give a file for the preview: --preview --out announcement.html')
  }
  const folder = out === undefined ? await mkdtemp(join(tmpdir(), 'announcement-')) : ''
  const file = out ?? join(folder, 'announcement.html')
  const { subject, html, text } = withoutToken(draft)
  await writeResult(file, only(html))
  note(`Subject: ${subject}\n\n${text}\n\nWritten to ${file}.`)
  if (process.stdout.isTTY) await openInBrowser?.(file).catch(() => {})
}

async function sendTest(draft: Draft, to: string, context: Context): Promise<void> {
  if (emailKey(to) === undefined) throw new UsageError(`This is not an email address: ${to}`)
  const { transport } = await openPost(context)
  try {
    const id = `test-${draft.announcement.id}-${Date.now()}`
    const delivery = await transport.send({ id, to, ...withoutToken(draft) })
    if (delivery.kind !== 'sent') {
      throw new OperatorError(`The mail was not sent: ${transport.place} said ${delivery.reply}.`)
    }
    print(`Sent by ${transport.place}. Its links do nothing.`)
  } finally {
    transport.close()
  }
}

const sendToConfirmed = (
  { announcement }: Draft,
  { yes, json }: Options,
  { withSession, mail }: Context,
) =>
  withSession(async (session) => {
    const { people, begun_at } = await findAudience(session, announcement)
    const time = sendingTime(people, mail.perHour, 'announce')
    if (people === 0) note('Nobody is left to get it: everybody who has confirmed has it already.')
    else {
      const begun = begun_at ? ` Others got it since ${begun_at.slice(0, 10)}.` : ''
      await confirm(
        `Send “${announcement.subject}” to ${count(people, 'person', 'people')}?${begun} ` +
          `At ${number(mail.perHour)} mails an hour they get it ${time}.`,
        yes === true,
      )
    }
    const queued = people === 0 ? 0 : await announce(session, announcement)
    if (json) printJson({ announcement: announcement.id, queued, per_hour: mail.perHour })
    else if (people > 0)
      print(`Queued for ${count(queued, 'person', 'people')}. They get it ${time}.`)
  })

export const addAnnounce: AddCommand = (program, context) => {
  program
    .command('announce')
    .summary('send a letter to everybody who has confirmed')
    .description(
      'Sends a letter in MDX or Markdown, with its subject in the front matter, in the look of the ' +
        'site. The same letter again goes only to those who have not got it, so an interrupted ' +
        'command can be repeated.',
    )
    .argument('<file>', 'the letter, such as launch.mdx')
    .addOption(new Option('--to <people>', 'who gets it').choices(['confirmed']))
    .option('--test <address>', 'send it to this address only, now')
    .option('--preview', 'show it in the browser, and send nothing')
    .option('--out <file>', 'the file of the preview')
    .option('--yes', 'do not ask')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples(
        context.name,
        'announce launch.mdx --preview --out launch.html',
        'announce launch.mdx --test you@example.com',
        'announce launch.mdx --to confirmed',
      ),
    )
    .action(async (file: string, options: Options) => {
      const { to, test, out } = options
      const isPreview = options.preview || out !== undefined
      if ([to, test, isPreview || undefined].filter((way) => way !== undefined).length !== 1) {
        throw new UsageError('Say where it goes: --to confirmed, --test ADDRESS or --preview.')
      }
      const draft = await readDraft(file, context)
      if (isPreview) await preview(draft, out, context)
      else if (test !== undefined) await sendTest(draft, test, context)
      else await sendToConfirmed(draft, options, context)
    })
}
