import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { type Conditions, EXAMPLE_CONDITION, inWords } from '../../../../contract/conditions.ts'
import { OwnerError, UsageError } from '../../../../contract/owner-error.ts'
import { LINK_PATHS, QUESTION_NAMES } from '../../../../contract/waitlist.ts'
import { fillLabels, SAMPLE_VALUES } from '../../../../letters/placeholders.ts'
import { fillSafely } from '../../../../letters/templates.ts'
import { countEarlier, includeEarlier } from '../../mail/letters/after.ts'
import { announce, findAudience, type Mailing } from '../../mail/letters/announce.ts'
import { findMissingPictures } from '../../mail/letters/pictures.ts'
import type { PreparedLetter } from '../../mail/letters/prepare.ts'
import { paceOf, sendingTime } from '../../mail/queue/sending-time.ts'
import type { Delivery, Transport } from '../../mail/transport/smtp.ts'
import { count, minute, number } from '../../system/format.ts'
import type { Session } from '../../system/session.ts'
import { parseAt } from '../../system/time.ts'
import { type AddCommand, type Context, confirm, parseEmail, whereOption } from './context.ts'
import { examples, note, print, writeResult } from './output.ts'
import { carryOut, type Plan } from './plan.ts'

interface Options {
  readonly where?: Conditions
  readonly at?: Date
  readonly test?: string
  readonly preview?: true
  readonly alsoEarlier?: true
  readonly yes?: true
}

/** A letter, from a file or the database, that can be sent as a test. */
export type Testable = Pick<PreparedLetter, 'letter' | 'origin'>

/** Returns a test email: its links lack a token, so they have no effect, and its answers are samples. */
export function withoutToken({ letter, origin }: Testable) {
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

/** Warns below Gmail's limit, because a person's answers may be longer than the samples. */
function warningsOfLength(html: string): string[] {
  const bytes = Buffer.byteLength(html)
  if (bytes < 100_000) return []
  return [
    `The email contains ${number(bytes)} bytes of HTML. Gmail cuts off emails above 102,400 bytes, which would hide the unsubscribe link. Shorten the letter.`,
  ]
}

const missingPicture = (address: string): string =>
  `The picture ${address} is not online (404). Put it online before you send the letter.`

/** Returns what the owner should change before sending the letter. */
export async function findWarnings(prepared: Testable): Promise<string[]> {
  const { html } = withoutToken(prepared)
  return [...warningsOfLength(html), ...(await findMissingPictures(html)).map(missingPicture)]
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

/**
 * Returns why a test failed. If the server does not accept any email, a second connection finds a better explanation.
 */
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

/** @throws UsageError for a wrong address, or without a mail server */
export function planTest(prepared: Testable, to: string, context: Context) {
  parseEmail(to)
  if (!context.mail.isSent) {
    throw new UsageError(
      'Neither SMTP_URL nor MAIL_API is set, so no email can be sent. Use --preview to see it.',
    )
  }
  return {
    question: `Send a test of “${fillLabels(prepared.letter.subject)}” to ${to}?`,
    perform: () => sendTest(prepared, to, context),
  }
}

async function sendTest(prepared: Testable, to: string, context: Context): Promise<string> {
  const { openPost } = await import('../../mail/transport/post.ts')
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
    return `Sent through ${transport.place}. The links in a test do nothing.`
  } finally {
    transport.close()
  }
}

const SENT_BY_ITSELF =
  'This letter is sent automatically, because it has a line “after:” or “when:”. With --also-earlier, ' +
  'it also goes to people who confirmed, or had enough friends, before it was added. To announce it to everyone, use a copy without that line.'

/** @throws UsageError for a public letter to people with certain answers */
function checkReaders(conditions: Conditions): void {
  const names: readonly string[] = QUESTION_NAMES
  const [about] = conditions.filter(({ name }) => names.includes(name))
  if (about === undefined) return
  throw new UsageError(
    `A public letter cannot depend on what people answered. Leave out --where ${about.name}, or the line “public:”.`,
  )
}

const toPublish = (day: string): string =>
  `To publish it once it is sent, add the line “sent: ${day}” to its front matter and build the site (docs/letters.md).`

/** @throws OwnerError if the letter cannot be announced, at least not at this time or to these people */
export async function planAnnouncement(
  session: Session,
  { letter, isAfter, isPublic, sent }: PreparedLetter,
  mailing: Mailing,
  { name, mail }: Pick<Context, 'name' | 'mail'>,
): Promise<Plan | string> {
  if (isAfter) throw new UsageError(SENT_BY_ITSELF)
  const { conditions, at } = mailing
  if (isPublic) checkReaders(conditions)
  const { people, begun_at } = await findAudience(session, letter, mailing)
  const where = inWords(conditions)
  if (people === 0) {
    return `There is no one left to send it to${where}. Each confirmed person gets a letter only once.`
  }
  const timeOf = (people: number): string =>
    `${sendingTime(people, mail)}${at ? `, starting at ${minute(at.toISOString())} UTC` : ''}.`
  const begun = begun_at ? ` It has been going out to others since ${begun_at.slice(0, 10)}.` : ''
  const subject = fillLabels(letter.subject)
  return {
    question:
      `Send “${subject}” to ${count(people, 'person', 'people')}${where}?${begun} ` +
      `At ${count(paceOf(mail), 'email')} an hour, sending takes ${timeOf(people)}`,
    async perform(session) {
      const queued = await announce(session, letter, mailing)
      return `Queued for ${count(queued, 'person', 'people')}. Sending takes ${timeOf(queued)}`
    },
    remark: [
      `To cancel it: ${name} mail cancel ${letter.id}`,
      ...(isPublic && !sent ? [toPublish((at ?? new Date()).toISOString().slice(0, 10))] : []),
    ].join('\n'),
  }
}

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
        `The worker does not know the letter ${name}. Build the site and start it first.`,
      )
    }
    if (people === 0) {
      return note('Everyone who qualified earlier already has this letter.')
    }
    const did = letter?.friends ? `had ${count(letter.friends, 'friend')}` : 'confirmed'
    await confirm(
      `Also send “${name}” to ${count(people, 'person', 'people')} who ${did} before it was added? ` +
        `At ${count(paceOf(mail), 'email')} an hour, sending takes ${sendingTime(people, mail)}.`,
      yes === true,
    )
    await includeEarlier(session, name)
    print('They will get it within your email limits. No one gets more than one such letter a day.')
  })

export const addAnnounce: AddCommand = (program, context) => {
  program
    .command('announce')
    .summary('send a letter to everyone who has confirmed')
    .description(
      'Sends a Markdown file as an email in the site’s design. Shows the number of recipients first, and waits for ' +
        'your approval. The front matter contains the subject. {{first_name|there}} becomes the recipient’s first name, ' +
        'or “there” if it is missing; the same works for every answer. Announcing a letter again reaches only people who ' +
        'have not received it, so you can repeat an interrupted command. A letter with the line public: true ' +
        'in its front matter can become a page of the site.',
    )
    .argument('<file>', 'the letter, such as launch.md')
    .option('--preview', 'show the email in the browser, without sending it')
    .option('--test <address>', 'send only a test, to this address, now')
    .option(...whereOption(context))
    .option(
      '--at <time>',
      'send it at this time, such as 2026-12-01T09:00Z, to people who have confirmed by now, and who meet --where both now and at that time',
      parseAt,
    )
    .option(
      '--also-earlier',
      'also send a letter in letters/after to people who confirmed, or had enough friends, before it was added',
    )
    .option('--yes', 'skip the confirmation prompt')
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
      // The Markdown parser loads only here, because that takes longer than loading all other commands.
      const { prepareLetter } = await import('../../mail/letters/prepare.ts')
      const prepared = prepareLetter(file, context)
      for (const warning of await findWarnings(prepared)) note(warning)
      if (options.preview) await preview(prepared, context)
      else if (test !== undefined) print(await planTest(prepared, test, context).perform())
      else if (options.alsoEarlier) await queueEarlier(file, prepared, options, context)
      else {
        await context.withSession(async (session) => {
          const mailing = { conditions: where ?? [], at }
          const plan = await planAnnouncement(session, prepared, mailing, context)
          await carryOut(session, plan, options.yes)
        })
      }
    })
}
