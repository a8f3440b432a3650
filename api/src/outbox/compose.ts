import type { MailTemplate, MailTemplates } from '../../contract/mail-templates.ts'
import { friendLink } from '../../contract/waitlist.ts'
import type { MailConfig } from '../config/worker.ts'
import type { Session } from '../database/session.ts'
import { linksOf, newToken } from '../links/tokens.ts'
import { answerValues } from '../mail/placeholders.ts'
import { fillSafely } from '../mail/templates.ts'
import type { Mail } from '../mail/transport.ts'
import { GROUPS } from '../people/groups.ts'
import { ensureCode } from '../people/referrals.ts'
import type { MailKind, Task } from './leases.ts'

/** What all mails have in common. */
export interface Stationery {
  readonly templates: MailTemplates
  /** The address of the site in links. */
  readonly origin: string
  /** A header of announcements, by its name. */
  readonly announceHeader?: Mail['headers'] | undefined
  readonly invitation: MailConfig['invitation']
}

/** Why a person may get a mail of a kind, at the time when it is sent. */
const REACHABLE: Readonly<Record<MailKind, string>> = {
  // a person who left unconfirmed may be a victim of somebody else's typing
  confirm: `honeypot IS NULL AND undeliverable_at IS NULL
    AND (left_at IS NULL OR confirmed_at IS NOT NULL)`,
  welcome: `${GROUPS.deliverable} AND welcomed_at IS NULL`,
  invite: GROUPS.deliverable,
  announce: GROUPS.deliverable,
}

/** Holds the row, so that an erasure at the same time leaves no link behind. $1 is the person. */
const FIND = (kind: MailKind): string => `
  SELECT email, email_key, answers, invite_code FROM signups
  WHERE email_key = $1 AND ${REACHABLE[kind]} FOR SHARE`

/** A repeated invitation has the same code. */
const FIND_INVITED = `
  UPDATE signups
  SET invite_code = coalesce(invite_code, replace(gen_random_uuid()::text, '-', ''))
  WHERE email_key = $1 AND ${REACHABLE.invite}
  RETURNING email, email_key, answers, invite_code`

/** Finds the address and what the mail says, and stores the link, in one statement. */
const ADDRESS = (kind: MailKind): string => `
  WITH person AS (${kind === 'invite' ? FIND_INVITED : FIND(kind)}
  ), link AS (
    INSERT INTO links (token, email_key) SELECT $2, email_key FROM person
  )
  SELECT email, answers, invite_code,
    to_char(now() AT TIME ZONE 'UTC' + make_interval(days => $3), 'FMDD FMMonth YYYY') AS until
  FROM person`

interface Addressee {
  readonly email: string
  readonly answers: Readonly<Record<string, string>>
  readonly invite_code: string | null
  /** The day until which an invitation of now is valid. */
  readonly until: string
  readonly [column: string]: unknown
}

/** The address at which a person claims a place. */
function claimOf({ url = '' }: Stationery['invitation'], { invite_code }: Addressee): string {
  const code = invite_code ?? ''
  if (url === '' || url.includes('{code}')) return url.replaceAll('{code}', code)
  const address = new URL(url)
  address.searchParams.set('code', code)
  return address.href
}

/**
 * What a mail says beside its links. The person's answers are in letters to people who have confirmed
 * only: anybody can enter anybody's address.
 */
function valuesOf(kind: MailKind, person: Addressee, { origin, invitation }: Stationery) {
  const isLetter = kind === 'announce' || kind === 'welcome'
  return {
    ...(isLetter && answerValues({ ...person.answers, email: person.email })),
    ...(kind === 'invite' && { claim: claimOf(invitation, person), until: person.until }),
    site: origin,
  }
}

async function templateOf(
  session: Session,
  { about }: Task,
  kind: MailKind,
  { templates, invitation }: Stationery,
): Promise<MailTemplate | undefined> {
  if (kind === 'invite') return invitation.url === undefined ? templates.invite : templates.claim
  if (kind !== 'announce') return templates[kind]
  const [announcement] = await session.query<{ subject: string; html: string; text: string }>(
    'SELECT subject, html, text FROM announcements WHERE id = $1 AND html IS NOT NULL AND text IS NOT NULL',
    [about],
  )
  return announcement
}

/** The person's link for friends, if the mail has it: with REFERRALS=off, the build leaves it out. */
async function friendOf(
  session: Session,
  emailKey: string,
  { text }: MailTemplate,
  origin: string,
): Promise<Record<string, string>> {
  if (!text.includes('{{friend}}')) return {}
  const code = await ensureCode(session, emailKey)
  return code === undefined ? {} : { friend: friendLink(origin, code) }
}

/**
 * Writes the mail of a task, with links of its own.
 * @returns undefined when the person must not get it any more
 */
export async function compose(
  session: Session,
  task: Task,
  stationery: Stationery,
): Promise<Mail | undefined> {
  const kind = task.kind as MailKind
  const template = await templateOf(session, task, kind, stationery)
  if (template === undefined) return undefined
  const { token, hash } = newToken()
  const [person] = await session.query<Addressee>(ADDRESS(kind), [
    task.email_key,
    hash,
    stationery.invitation.days,
  ])
  if (person === undefined) return undefined
  const { origin, announceHeader } = stationery
  const links = linksOf(origin, token)
  const values = {
    ...valuesOf(kind, person, stationery),
    ...(kind === 'invite' && (await friendOf(session, task.email_key, template, origin))),
    ...links,
  }
  return {
    id: task.id,
    to: person.email,
    ...fillSafely(template, values),
    leave: links.leave,
    ...(kind === 'announce' && announceHeader && { headers: announceHeader }),
  }
}
