import type { MailTemplate, MailTemplates } from '../../contract/mail-templates.ts'
import type { Session } from '../database/session.ts'
import { linksOf, newToken } from '../links/tokens.ts'
import { fill } from '../mail/templates.ts'
import type { Mail } from '../mail/transport.ts'
import { GROUPS } from '../people/groups.ts'
import type { MailKind, Task } from './outbox.ts'

/** What all mails have in common. */
export interface Stationery {
  readonly templates: MailTemplates
  /** The address of the site in links. */
  readonly origin: string
}

/** Why a person may get a mail of a kind, at the time when it is sent. */
const REACHABLE: Readonly<Record<MailKind, string>> = {
  // a person who left unconfirmed may be a victim of somebody else's typing
  confirm: `honeypot IS NULL AND undeliverable_at IS NULL
    AND (left_at IS NULL OR confirmed_at IS NOT NULL)`,
  invite: GROUPS.deliverable,
  announce: GROUPS.deliverable,
}

/**
 * Finds the address and stores the link in one statement, which holds the row, so that an erasure at
 * the same time leaves no link behind.
 */
const ADDRESS = (reachable: string): string => `
  WITH person AS (
    SELECT email, email_key FROM signups
    WHERE email_key = $1 AND ${reachable}
    FOR SHARE
  ), link AS (
    INSERT INTO links (token, email_key) SELECT $2, email_key FROM person
  )
  SELECT email FROM person`

async function templateOf(
  session: Session,
  { about }: Task,
  kind: MailKind,
  templates: MailTemplates,
): Promise<MailTemplate | undefined> {
  if (kind !== 'announce') return templates[kind]
  const [announcement] = await session.query<{ subject: string; html: string; text: string }>(
    'SELECT subject, html, text FROM announcements WHERE id = $1',
    [about],
  )
  return announcement
}

/**
 * Writes the mail of a task, with links of its own.
 * @returns undefined when the person must not get it any more
 */
export async function compose(
  session: Session,
  task: Task,
  { templates, origin }: Stationery,
): Promise<Mail | undefined> {
  const kind = task.kind as MailKind
  const template = await templateOf(session, task, kind, templates)
  if (template === undefined) return undefined
  const { token, hash } = newToken()
  const [person] = await session.query<{ email: string }>(ADDRESS(REACHABLE[kind]), [
    task.email_key,
    hash,
  ])
  if (person === undefined) return undefined
  const links = linksOf(origin, token)
  return { id: task.id, to: person.email, ...fill(template, links), leave: links.leave }
}
