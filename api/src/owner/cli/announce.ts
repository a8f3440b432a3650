import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { type Conditions, EXAMPLE_CONDITION, inWords } from '../../../../contract/conditions.ts'
import { OwnerError, UsageError } from '../../../../contract/owner-error.ts'
import { LINK_PATHS } from '../../../../contract/waitlist.ts'
import { fillLabels, SAMPLE_VALUES } from '../../../../letters/placeholders.ts'
import { fillSafely } from '../../../../letters/templates.ts'
import { mailboxOf } from '../../list/people/mailbox.ts'
import { countEarlier, includeEarlier } from '../../mail/letters/after.ts'
import { announce, findAudience } from '../../mail/letters/announce.ts'
import { findMissingPictures } from '../../mail/letters/pictures.ts'
import type { PreparedLetter } from '../../mail/letters/prepare.ts'
import { paceOf, sendingTime } from '../../mail/queue/pace.ts'
import type { Delivery, Transport } from '../../mail/smtp/transport.ts'
import { count, minute, number } from '../../system/format.ts'
import { parseAt } from '../../system/time.ts'
import { type AddCommand, type Context, confirm, WHERE } from './context.ts'
import { examples, note, print, writeResult } from './output.ts'

interface Options {
  readonly where?: Conditions
  readonly at?: Date
  readonly test?: string
  readonly preview?: true
  readonly alsoEarlier?: true
  readonly yes?: true
}

/** Returns a test email: its links lack a token, so they have no effect, and its answers are samples. */
function withoutToken({ letter, origin }: PreparedLetter) {
  const { confirm: confirmPath, leave, data } = LINK_PATHS
  const links = {
    confirm: `${origin}${confirmPath}`,
    leave: `${origin}${leave}`,
    data: `${origin}${data}`,
  }
  return {
    ...fillSafely(letter, { ...SAMPLE_VALUES, site: origin, ...links }),
    leave: links.leave,
  }
}

/** Warns well below Gmail's limit, because a person's answers may be longer than the samples. */
function warnOfLength({ html }: { readonly html: string }): void {
  const bytes = Buffer.byteLength(html)
  if (bytes < 100_000) return
  note(
    `The email has ${number(bytes)} bytes of HTML. Gmail cuts off emails above 102,400 bytes, which would hide the link to leave. Shorten the letter.`,
  )
}

async function warnOfPictures({ html }: { readonly html: string }): Promise<void> {
  for (const address of await findMissingPictures(html)) {
    note(`The picture ${address} is not online (404). Put it online before you send the letter.`)
  }
}

/** Shows the email in the browser or, without a terminal, prints its HTML. The text goes to stderr. */
async function preview(prepared: PreparedLetter, { openPage }: Context): Promise<void> {
  const { subject, html, text } = withoutToken(prepared)
  note(`Subject: ${subject}\n\n${text}`)
  if (!process.stdout.isTTY) return writeResult('-', Readable.from([html]))
  if (openPage === undefined) {
    throw new UsageError('Write the preview to a file: --preview > letter.html')
  }
  const file = join(await mkdtemp(join(tmpdir(), 'letter-')), 'letter.html')
  await writeResult(file, Readable.from([html]))
  note(`\nWritten to ${file}.`)
  await openPage(file).catch(() => {})
}

/** Returns why a test failed. If the server accepts no email at all, a second connection gets a better explanation. */
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

async function sendTest(prepared: PreparedLetter, to: string, context: Context): Promise<void> {
  if (mailboxOf(to) === undefined) throw new UsageError(`This is not an email address: ${to}`)
  if (!context.mail.isSent) {
    throw new UsageError(
      'Neither SMTP_URL nor MAIL_API is set, so no email can be sent. --preview shows it.',
    )
  }
  const { openPost } = await import('../../mail/smtp/post.ts')
  const { transport } = await openPost(context)
  try {
    const headers = context.mail.announceHeader ?? {}
    const delivery = await transport.send({
      id: randomUUID(),
      to,
      headers,
      ...withoutToken(prepared),
    })
    if ('reply' in delivery) {
      throw new OwnerError(`The email was not sent: ${await reasonOf(delivery, transport)}.`)
    }
    print(`Sent to ${transport.place}. Its links do nothing.`)
  } finally {
    transport.close()
  }
}

const sendToConfirmed = (
  { letter }: PreparedLetter,
  { yes, where: conditions = [], at }: Options,
  { withSession, name, mail }: Context,
) =>
  withSession(async (session) => {
    const { people, begun_at } = await findAudience(session, letter, { conditions, at })
    const where = inWords(conditions)
    if (people === 0) {
      return note(`No one${where} is left to send it to. Each confirmed person gets a letter once.`)
    }
    const timeOf = (people: number): string =>
      `${sendingTime(people, mail)}${at ? `, from ${minute(at.toISOString())} UTC on` : ''}.`
    const begun = begun_at ? ` It has been going out to others since ${begun_at.slice(0, 10)}.` : ''
    const subject = fillLabels(letter.subject)
    await confirm(
      `Send “${subject}” to ${count(people, 'person', 'people')}${where}?${begun} ` +
        `At ${count(paceOf(mail), 'email')} an hour, sending takes ${timeOf(people)}`,
      yes === true,
    )
    const queued = await announce(session, letter, { conditions, at })
    print(`Queued for ${count(queued, 'person', 'people')}. Sending takes ${timeOf(queued)}`)
    note(`This cancels it: ${name} mail cancel ${letter.id}`)
  })

const SENT_BY_ITSELF =
  'The line “after:” of this letter sends it to each person after their confirmation. With --also-earlier it also goes ' +
  'to those who confirmed before it was added. To announce it to everyone, use a copy without that line.'

const queueEarlier = (
  file: string,
  { after }: PreparedLetter,
  { yes }: Options,
  { withSession, mail }: Context,
) =>
  withSession(async (session) => {
    const name = basename(file, '.md')
    const letter = after.find((each) => each.name === name)
    const people = letter && (await countEarlier(session, letter))
    if (people === undefined) {
      throw new OwnerError(
        `${name}: the worker has no such letter. Build the site and start it first.`,
      )
    }
    if (people === 0) {
      return note('No one who confirmed earlier is left to send it to. Each gets a letter once.')
    }
    await confirm(
      `Send “${name}” also to ${count(people, 'person', 'people')} who confirmed before it was added? ` +
        `At ${count(paceOf(mail), 'email')} an hour, sending takes ${sendingTime(people, mail)}.`,
      yes === true,
    )
    await includeEarlier(session, name)
    print('They get it within your email limits, and at most one such letter a day.')
  })

export const addAnnounce: AddCommand = (program, context) => {
  program
    .command('announce')
    .summary('send a letter to everyone who has confirmed')
    .description(
      'Sends a Markdown file as an email in the site’s design, after asking. The front matter has its ' +
        'subject. {{first_name|there}} becomes the first name of the person who gets it, or “there” ' +
        'without one; all answers work this way. Sending the same letter again reaches only people who ' +
        'have not received it, so you can repeat an interrupted command.',
    )
    .argument('<file>', 'the letter, such as launch.md')
    .option('--preview', 'show the email in the browser, without sending it')
    .option('--test <address>', 'send only a test, to this address, now')
    .option(...WHERE)
    .option(
      '--at <time>',
      'send it at this time, such as 2026-12-01T09:00Z, to people who are on the list and meet --where now and then',
      parseAt,
    )
    .option(
      '--also-earlier',
      'also send a letter of letters/after to people who confirmed before it was added',
    )
    .option('--yes', 'do not ask')
    .addHelpText(
      'after',
      examples(
        context.name,
        'announce launch.md --preview > launch.html',
        'announce launch.md --test you@example.com',
        `announce launch.md --where ${EXAMPLE_CONDITION} --where invited=no`,
        'announce launch.md --at 2026-12-01T09:00Z',
      ),
    )
    .action(async (file: string, options: Options) => {
      const { test, where, at } = options
      if (
        [options.preview, test, options.alsoEarlier, where ?? at].filter((way) => way !== undefined)
          .length > 1
      ) {
        throw new UsageError(
          'Use only one of --preview, --test ADDRESS and --also-earlier, and none of them with --where or --at.',
        )
      }
      // Markdown loads only here, because it takes longer than all other commands together.
      const { prepareLetter } = await import('../../mail/letters/prepare.ts')
      const prepared = prepareLetter(file, context)
      warnOfLength(withoutToken(prepared))
      await warnOfPictures(withoutToken(prepared))
      if (options.preview) await preview(prepared, context)
      else if (test !== undefined) await sendTest(prepared, test, context)
      else if (options.alsoEarlier) await queueEarlier(file, prepared, options, context)
      else if (prepared.isAfter) throw new UsageError(SENT_BY_ITSELF)
      else await sendToConfirmed(prepared, options, context)
    })
}
