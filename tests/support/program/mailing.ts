import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AddressObject, type ParsedMail, simpleParser } from 'mailparser'
import { onTestFinished } from 'vitest'
import type { MailTemplates } from '../../../api/contract/mail-templates.ts'
import type { Environment } from '../../../api/src/config/environment.ts'
import { readOwnerConfig } from '../../../api/src/config/owner.ts'
import type { Session } from '../../../api/src/database/session.ts'
import { openPost } from '../../../api/src/outbox/post.ts'
import { mailSender } from '../../../api/src/outbox/send.ts'
import { ROLES } from '../people.ts'

/** Columns of a row of `signups`, as SQL literals cast them. */
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

/**
 * Adds a person to the list who has confirmed and can be reached, unless the changes say otherwise.
 * @returns the address, which is in lower case like the person's identity
 */
export async function addPerson(session: Session, changes: Changes = {}): Promise<string> {
  count += 1
  const { email = `person.${count}@example.com`, role = ROLES[0], confirmed_at = 'now' } = changes
  const { first_name = 'Ada' } = changes
  await session.query(
    `INSERT INTO signups (email, email_key, answers, joined_at, confirmed_at, left_at, invited_at,
       undeliverable_at, source)
     VALUES ($1, $1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      email,
      { first_name, last_name: 'Lovelace', role },
      changes.joined_at ?? 'now',
      confirmed_at,
      changes.left_at ?? null,
      changes.invited_at ?? null,
      changes.undeliverable_at ?? null,
      changes.source ?? null,
    ],
  )
  return email
}

/** People to whom nothing but a confirmation may be sent. */
export const UNREACHABLE: readonly (readonly [who: string, changes: Changes])[] = [
  ['has not confirmed', { confirmed_at: null }],
  ['has left', { left_at: 'now' }],
  ['cannot be reached', { undeliverable_at: 'now' }],
]

interface Row {
  readonly kind: string
  readonly email_key: string
  readonly about?: string
  readonly outcome?: 'sent' | 'failed'
  readonly reply?: string
  readonly created_at?: string
}

/** Adds a task, or with an outcome its delivery. Returns its id. */
export async function addTask(session: Session, row: Row): Promise<string> {
  const [task] = await session.query<{ id: string }>(
    `WITH task AS (
       INSERT INTO tasks (kind, email_key, about, reply, created_at) SELECT $1, $2, $3, $5, $6
       WHERE $4::text IS NULL RETURNING id
     ), delivery AS (
       INSERT INTO deliveries (id, kind, email_key, mailbox, about, outcome, reply)
       SELECT gen_random_uuid(), $1, $2, mailbox_hash($2), $3, $4, $5
       WHERE $4::text IS NOT NULL RETURNING id
     )
     SELECT id FROM task UNION ALL SELECT id FROM delivery`,
    [
      row.kind,
      row.email_key,
      row.about ?? '',
      row.outcome ?? null,
      row.reply ?? null,
      row.created_at ?? 'now',
    ],
  )
  return task?.id ?? ''
}

/** The addresses for whom a kind of mail waits, the next one first, and the latest of those that are due together. */
export const waitingFor = async (session: Session, kind: string): Promise<string[]> =>
  (
    await session.query<{ email_key: string }>(
      'SELECT email_key FROM tasks WHERE kind = $1 ORDER BY due_at, email_key DESC',
      [kind],
    )
  ).map(({ email_key }) => email_key)

const MAIL = { subject: '', html: '', text: '' }

const TEMPLATES: MailTemplates = {
  origin: 'https://shop.example',
  name: 'Shop',
  supportEmail: 'support@shop.example',
  postalAddress: '1 Main Street, Springfield',
  confirm: MAIL,
  invite: MAIL,
  claim: MAIL,
  announce: {
    subject: '{{subject}}',
    html: '<title>{{subject}}</title>{{body}}<a href="{{leave}}">Leave</a>',
    text: '{{body}}\n\nLeave: {{leave}}',
  },
  styles: { p: 'margin:0 0 16px;color:#333', a: 'color:#06c' },
}

/** A folder for one test, with the mails that a web build would write. */
export function newFolder(templates: Partial<MailTemplates> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'waitlist-mails-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
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

/** Sends what is due, and returns all mails of the folder, in the order of their receivers. */
export async function sendDue(
  session: Session,
  env: Environment & { readonly DATA_DIR: string },
): Promise<ParsedMail[]> {
  const post = await openPost(readOwnerConfig(env))
  const sender = mailSender({ ...post, onOutcome: () => {} })
  await sender.turn(session, 10)
  await sender.drain(session)
  const folder = join(env.DATA_DIR, 'mail')
  const names = existsSync(folder) ? readdirSync(folder) : []
  const mails = await Promise.all(
    names.map((name) => simpleParser(readFileSync(join(folder, name)))),
  )
  const receiver = ({ to }: ParsedMail) => (to as AddressObject | undefined)?.text ?? ''
  return mails.toSorted((one, other) => receiver(one).localeCompare(receiver(other)))
}
