import { QUESTION_NAMES } from '@ad-kit/contract'
import type { Session } from '../../../api/src/system/session.ts'
import { HOSTILE_TEXT } from '../../support/corpus.ts'
import { addSending } from './mailing.ts'

const CODE = 'bcdfghjklm'

/**
 * Adds a person, a quarantined signup and what is recorded about them, with `HOSTILE_TEXT` wherever the database
 * accepts any text. The form refuses some of it, but an earlier version or another program may not have.
 * @returns the person's mailbox
 */
export async function addHostile(session: Session): Promise<string> {
  const who = 'eve@example.com'
  const names = QUESTION_NAMES.filter((name) => name !== 'email')
  const answers = Object.fromEntries([...names, HOSTILE_TEXT].map((name) => [name, HOSTILE_TEXT]))
  const text = HOSTILE_TEXT
  await session.query(
    `INSERT INTO people (email, mailbox, answers, source, consent, confirmed_at, referral_code)
     VALUES ($1, $2, $3, $1, $1, now(), $4), ('bo@example.com', 'bo@example.com', $3, $4, $1, now(), NULL)`,
    [text, who, answers, CODE],
  )
  await session.query(
    `INSERT INTO quarantine (email, mailbox, answers, honeypot, source, joined_at)
     VALUES ($1, $2, $3, $1, $1, now())`,
    [text, who, answers],
  )
  await session.query("INSERT INTO visits VALUES (now()::date, '/', left($1, 64), 1)", [text])
  await session.query('INSERT INTO letters (id, subject) VALUES ($1, $1)', [text])
  await session.query('SELECT record_change($1, $2, $3)', [text, who, { [text]: text }])
  const mail = { mailbox: who, about: text, reply: text } as const
  await addSending(session, { ...mail, kind: 'announce' })
  await addSending(session, { ...mail, kind: 'invite', state: 'failed' })
  await addSending(session, { kind: 'webhook', mailbox: who, reply: text, state: 'failed' })
  return who
}
