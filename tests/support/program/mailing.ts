import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { MailTemplates } from '../../../api/contract/mail-templates.ts'
import type { Session } from '../../../api/src/database/session.ts'

/** Columns of a row of `signups`, as SQL literals cast them. */
export interface Changes {
  readonly email?: string
  readonly role?: string
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
  const { email = `person.${count}@example.com`, role = 'other', confirmed_at = 'now' } = changes
  await session.query(
    `INSERT INTO signups (email, email_key, answers, joined_at, confirmed_at, left_at, invited_at,
       undeliverable_at)
     VALUES ($1, $1, $2, $3, $4, $5, $6, $7)`,
    [
      email,
      { first_name: 'Ada', last_name: 'Lovelace', role },
      changes.joined_at ?? 'now',
      confirmed_at,
      changes.left_at ?? null,
      changes.invited_at ?? null,
      changes.undeliverable_at ?? null,
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

/** Adds a row to the outbox, which waits unless it has an outcome. */
export async function addTask(session: Session, row: Row): Promise<string> {
  const [task] = await session.query<{ id: string }>(
    `INSERT INTO outbox (kind, email_key, about, outcome, finished_at, reply, created_at)
     VALUES ($1, $2, $3, $4, CASE WHEN $4::text IS NOT NULL THEN now() END, $5, $6) RETURNING id`,
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

/** The addresses for whom a kind of mail waits, the next one first. */
export const waitingFor = async (session: Session, kind: string): Promise<string[]> =>
  (
    await session.query<{ email_key: string }>(
      'SELECT email_key FROM outbox WHERE kind = $1 AND finished_at IS NULL ORDER BY due_at',
      [kind],
    )
  ).map(({ email_key }) => email_key)

const MAIL = { subject: '', html: '', text: '' }

const TEMPLATES: Omit<MailTemplates, 'colors'> = {
  origin: 'https://shop.example',
  name: 'Shop',
  supportEmail: 'support@shop.example',
  confirm: MAIL,
  invite: MAIL,
  announce: {
    subject: '{{subject}}',
    html: '<title>{{subject}}</title>{{body}}<a href="{{leave}}">Leave</a>',
    text: '{{body}}\n\nLeave: {{leave}}',
  },
  styles: { p: 'margin:0 0 16px;color:#333', a: 'color:#06c' },
}

/** A folder for one test, with the mails that a web build would write. */
export function newFolder(styles = TEMPLATES.styles) {
  const folder = mkdtempSync(join(tmpdir(), 'waitlist-mails-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (name: string, text: string): string => {
    const file = join(folder, name)
    writeFileSync(file, text)
    return file
  }
  const mailsFile = write('mails.json', JSON.stringify({ ...TEMPLATES, styles }))
  return { folder, write, env: { MAILS_FILE: mailsFile, DATA_DIR: folder } }
}
