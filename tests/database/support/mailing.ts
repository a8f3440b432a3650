import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser'
import { newToken } from '../../../api/src/links/tokens.ts'
import type { Kind, MailState } from '../../../api/src/mail/kinds.ts'
import { mailSender } from '../../../api/src/mail/queue/send.ts'
import { openPost } from '../../../api/src/mail/transport/post.ts'
import type { Session } from '../../../api/src/system/session.ts'
import type { Environment } from '../../../api/src/system/settings.ts'
import { readConfig } from '../../../api/src/system/settings.ts'
import type { MailTemplates } from '../../../letters/mail-templates.ts'
import { temporaryFolder } from '../../support/for-a-test.ts'
import { ROLES } from '../../support/people.ts'
import { TEMPLATES } from '../../support/worker.ts'

/** How a person differs from one who has confirmed and is reachable. Postgres parses the times. */
export interface Changes {
  readonly email?: string
  readonly role?: string
  readonly first_name?: string
  readonly source?: string
  readonly joined_at?: string
  readonly confirmed_at?: string | null
  readonly left_at?: string
  readonly invited_at?: string
  readonly undeliverable_at?: string
}

let count = 0

const REFUSE = `
  INSERT INTO suppressions (mailbox_hash, reason, key_id, at)
  SELECT hash_of($1), $2, id, $3 FROM hash_keys ORDER BY created_at LIMIT 1`

/**
 * Adds a person who has confirmed and is reachable, unless the changes say otherwise.
 * @returns the address, in lower case like the person's identity
 */
export async function addPerson(session: Session, changes: Changes = {}): Promise<string> {
  count += 1
  const { email = `person.${count}@example.com`, role = ROLES[0], confirmed_at = 'now' } = changes
  const { first_name = 'Ada', left_at, undeliverable_at, invited_at } = changes
  if (left_at) await session.query(REFUSE, [email, 'left', left_at])
  if (undeliverable_at) await session.query(REFUSE, [email, 'bounced', undeliverable_at])
  await session.query(
    `INSERT INTO people (email, mailbox, answers, joined_at, confirmed_at, left_at, undeliverable_at,
       source)
     VALUES ($1, $1, $2, $3, $4, $5, $6, $7)`,
    [
      email,
      { first_name, last_name: 'Lovelace', role },
      changes.joined_at ?? invited_at ?? 'now',
      confirmed_at,
      left_at ?? null,
      undeliverable_at ?? null,
      changes.source ?? null,
    ],
  )
  if (invited_at) {
    await addSending(session, {
      kind: 'invite',
      mailbox: email,
      state: 'sent',
      wanted_at: invited_at,
    })
  }
  return email
}

/** People who may be sent nothing but a confirmation. */
export const UNREACHABLE: readonly Changes[] = [
  { confirmed_at: null },
  { left_at: 'now' },
  { undeliverable_at: 'now' },
]

export interface Row {
  readonly kind: Kind
  readonly mailbox: string
  /** The letter, or a webhook's event. */
  readonly about?: string
  readonly state?: MailState
  readonly reply?: string
  readonly wanted_at?: string
}

const ADD_MAIL = `
  INSERT INTO mails (kind, class, mailbox, letter, state, reply, wanted_at, ended_at, mailbox_hash)
  SELECT $1, CASE $1 WHEN 'confirm' THEN 'asked' ELSE 'bulk' END, $2, $3, state, $5, wanted_at, CASE WHEN state NOT IN ('waiting', 'sending') THEN wanted_at END,
    hash_of($2)
  FROM (SELECT $4::text AS state, $6::timestamptz AS wanted_at) AS mail
  RETURNING id`

const ADD_EVENT = `
  INSERT INTO events (mailbox, event, state, reply, created_at, ended_at)
  SELECT $1, $2, state, $4, at, CASE WHEN state NOT IN ('waiting', 'sending') THEN at END
  FROM (SELECT $3::text AS state, $5::timestamptz AS at) AS event
  RETURNING id`

export const minutesAgo = (minutes: number): string =>
  new Date(Date.now() - minutes * 60_000).toISOString()

/** Adds an email or a webhook's event, by default one that waits. Returns its id. */
export async function addSending(
  session: Session,
  { kind, mailbox, about, state = 'waiting', reply, wanted_at = 'now' }: Row,
): Promise<string> {
  const [row] = await session.query<{ id: string }>(
    kind === 'webhook' ? ADD_EVENT : ADD_MAIL,
    kind === 'webhook'
      ? [mailbox, about ?? 'joined', state, reply ?? null, wanted_at]
      : [kind, mailbox, about ?? '', state, reply ?? null, wanted_at],
  )
  return row?.id ?? ''
}

/** Adds a person whose confirmation must still be sent. Returns the address. */
export async function addUnconfirmed(session: Session, email?: string): Promise<string> {
  const mailbox = await addPerson(session, { confirmed_at: null, ...(email && { email }) })
  await addSending(session, { kind: 'confirm', mailbox })
  return mailbox
}

/** Confirms through the link in an email that is sent now. */
export async function confirmByLink(session: Session, mailbox: string): Promise<void> {
  const { hash } = newToken()
  await session.query('INSERT INTO links (token, mailbox) VALUES ($1, $2)', [hash, mailbox])
  await session.query('SELECT confirm_by_link($1, true)', [hash])
}

/**
 * Returns the addresses to which emails of a kind are waiting or being sent, in the order in which they are due.
 * Addresses due at the same time are in descending order.
 */
export const waitingFor = async (session: Session, kind: Kind): Promise<string[]> =>
  (
    await session.query<{ mailbox: string }>(
      `SELECT mailbox FROM sendings WHERE kind = $1 AND state IN ('waiting', 'sending')
       ORDER BY due_at, mailbox DESC`,
      [kind],
    )
  ).map(({ mailbox }) => mailbox)

/** A folder for one test, with the emails that a web build would write. */
export function newFolder(templates: Partial<MailTemplates> = {}) {
  const folder = temporaryFolder()
  const write = (name: string, text: string): string => {
    const file = join(folder, name)
    writeFileSync(file, text)
    return file
  }
  const mailsFile = write('mails.json', JSON.stringify({ ...TEMPLATES, ...templates }))
  return {
    folder,
    write,
    env: { MAILS_FILE: mailsFile, DATA_DIR: folder, SITE_URL: TEMPLATES.origin },
  }
}

/** Sends what is due, and returns all emails in the folder, in the order of their recipients. */
export async function sendDue(
  session: Session,
  env: Environment & { readonly DATA_DIR: string },
): Promise<ParsedMail[]> {
  const post = await openPost(readConfig(env))
  const sender = mailSender(post, () => {})
  await sender.turn(session, 10)
  const folder = join(env.DATA_DIR, 'mail')
  const names = existsSync(folder) ? readdirSync(folder) : []
  const mails = await Promise.all(
    names.map((name) => simpleParser(readFileSync(join(folder, name)))),
  )
  const receiver = ({ to }: ParsedMail) => (to as AddressObject | undefined)?.text ?? ''
  return mails.toSorted((one, other) => receiver(one).localeCompare(receiver(other)))
}

export const LETTER = { id: '00000000000000aa', subject: 'News', html: '', text: '{{site}}' }

/** A letter or an invitation for everyone. */
export const ALL = { conditions: [] }

/** In minutes, as for `minutesAgo`. */
export const A_DAY = 24 * 60

/** Makes postponed emails, and emails that a lost worker has taken, due again. */
export const makeDue = (here: Session) =>
  here.query("UPDATE mails SET due_at = now() WHERE state IN ('waiting', 'sending')")

/** Returns the states of the emails of a kind, by mailbox. */
export const states = async (here: Session, kind: string) =>
  Object.fromEntries(
    (
      await here.query<{ mailbox: string; state: string }>(
        'SELECT mailbox, state FROM mails WHERE kind = $1',
        [kind],
      )
    ).map(({ mailbox, state }) => [mailbox, state]),
  )

/** Returns the row of the only invitation. */
export const invitation = async (here: Session) =>
  (await here.query('SELECT id, state, code FROM mails WHERE kind = $1', ['invite']))[0]
