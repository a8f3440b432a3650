import {
  FRIEND_NEWS,
  FRIEND_WORDS,
  fillIn,
  formatDay,
  formatNumber,
  friendLink,
  plural,
} from '../../../contract/waitlist.ts'
import type { AfterLetter, MailTemplate } from '../../../letters/mail-templates.ts'
import { answerValues } from '../../../letters/placeholders.ts'
import { fill, fillSafely } from '../../../letters/templates.ts'
import { linksOf, newToken } from '../links/tokens.ts'
import { toParameter } from '../list/people/conditions.ts'
import type { Session } from '../system/session.ts'
import type { MailConfig } from '../system/settings.ts'
import type { MailKind } from './kinds.ts'
import { audienceOf } from './letters/after.ts'
import type { Claimed } from './queue/leases.ts'
import { stillWanted } from './queue/wanted.ts'
import type { Post } from './transport/post.ts'
import type { Mail } from './transport/smtp.ts'

type Stationery = Omit<Post, 'transport'>

/**
 * In one statement, reads the recipient of the email $1, if it is still wanted, and stores its new token's hash. Locks
 * the person's row, so that a concurrent erasure cannot miss the link. A link from before the person left no longer
 * confirms, so the new one is dated after that, even if the clock was set back.
 */
const ADDRESS = (kind: MailKind): string => `
  WITH person AS (
    SELECT email, mailbox, answers, left_at FROM mails JOIN people USING (mailbox)
    WHERE mails.id = $1 AND ${stillWanted(kind, 'coalesce($4::jsonb, mails.conditions)')} FOR SHARE OF people
  ), link AS (
    INSERT INTO links (token, mailbox, created_at)
    SELECT $2, mailbox, greatest(now(), left_at + interval '1 microsecond') FROM person
  )
  SELECT email, answers, to_char(last_day(now(), $3), 'YYYY-MM-DD') AS until FROM person`

/** Returns the invitation's code, which the first attempt creates. */
const CODE = `
  UPDATE mails SET code = coalesce(code, replace(gen_random_uuid()::text, '-', ''))
  WHERE id = $1 RETURNING code`

interface Addressee {
  readonly email: string
  readonly answers: Readonly<Record<string, string>>
  /** The last day, in ISO 8601, on which an invitation is valid if it is sent now. */
  readonly until: string
  readonly [column: string]: unknown
}

/** Returns the URL where a person claims a place. */
function claimOf({ url = '' }: MailConfig['invitation'], code: string): string {
  if (url === '' || url.includes('{code}')) return url.replaceAll('{code}', code)
  const address = new URL(url)
  address.searchParams.set('code', code)
  return address.href
}

async function templateOf(
  session: Session,
  { about }: Claimed,
  kind: MailKind,
  { templates, mail }: Stationery,
): Promise<MailTemplate | AfterLetter | undefined> {
  if (kind === 'invite') return mail.invitation.url ? templates.claim : templates.invite
  if (kind === 'after') return templates.after.find(({ name }) => name === about)
  if (kind === 'remind' && !mail.reminds) return undefined
  if (kind !== 'announce') return templates[kind]
  const [letter] = await session.query<{ subject: string; html: string; text: string }>(
    'SELECT subject, html, text FROM letters WHERE id = $1',
    [about],
  )
  const page = templates.news?.[about]
  return letter && page ? fill(letter, { page: page.text }, { page: page.html }) : letter
}

/**
 * Returns the person's referral link if the template contains its placeholder, which it doesn't with REFERRALS=off.
 * Returns undefined if the person has left in the meantime.
 */
async function friendOf(
  session: Session,
  mailbox: string,
  { text }: MailTemplate,
  origin: string,
): Promise<Record<string, string> | undefined> {
  if (!text.includes('{{friend}}')) return {}
  const code = await session.value<string | null>('SELECT ensure_code($1)', [mailbox])
  return code === null ? undefined : { friend: friendLink(origin, code) }
}

/** Returns an invitation's values, or undefined if the person has since left or been erased. */
async function invitationOf(
  session: Session,
  { id, mailbox }: Claimed,
  { until }: Addressee,
  template: MailTemplate,
  { origin, mail }: Stationery,
): Promise<Record<string, string> | undefined> {
  const [row] = await session.query<{ code: string }>(CODE, [id])
  if (row === undefined) return undefined
  const friend = await friendOf(session, mailbox ?? '', template, origin)
  return friend && { claim: claimOf(mail.invitation, row.code), until: formatDay(until), ...friend }
}

/**
 * Selects the current place, and the place that the person would have with the number of friends in the previous email.
 * The latter counts the person, who has moved up since, as ahead of themselves, so 1 is subtracted.
 */
const PLACES = `
  SELECT place(people), greatest(place(people), place_with(people, coalesce((
    SELECT max(letter::integer) FROM mails AS earlier
    WHERE earlier.mailbox = people.mailbox AND kind = 'friend' AND earlier.wanted_at < mails.wanted_at
  ), 0)) - 1) AS before
  FROM mails JOIN people USING (mailbox) WHERE mails.id = $1`

interface Places {
  /** Null for a person who is not in line. */
  readonly place: number | null
  readonly before: number
}

function placeText({ place, before }: Places): string {
  if (place === null) return ''
  const { placed, advance } = FRIEND_WORDS
  const numbers = { place: formatNumber(place), before: formatNumber(before) }
  return `${fillIn(before > place ? FRIEND_NEWS.moved : placed, numbers)} ${advance}`
}

/** Returns the values of an email about friends, or undefined if the person has since left or been erased. */
async function friendsOf(
  session: Session,
  { id, mailbox, about }: Claimed,
  template: MailTemplate,
  origin: string,
): Promise<Record<string, string> | undefined> {
  const [places] = await session.query<Places>(PLACES, [id])
  const friend = await friendOf(session, mailbox ?? '', template, origin)
  if (places === undefined || friend === undefined) return undefined
  const friends = plural(Number(about), FRIEND_WORDS.friends)
  return { friends, place: placeText(places), ...friend }
}

/** Returns the values that only this kind of email uses, or undefined if the person must no longer get it. */
async function furtherValues(
  session: Session,
  claimed: Claimed,
  person: Addressee,
  template: MailTemplate,
  stationery: Stationery,
): Promise<Record<string, string> | undefined> {
  if (claimed.kind === 'invite') return invitationOf(session, claimed, person, template, stationery)
  if (claimed.kind === 'friend') return friendsOf(session, claimed, template, stationery.origin)
  return {}
}

/**
 * Composes an email with new links.
 * @returns undefined when the person must no longer get it
 */
export async function compose(
  session: Session,
  claimed: Claimed,
  stationery: Stationery,
): Promise<Mail | undefined> {
  const kind = claimed.kind as MailKind
  const template = await templateOf(session, claimed, kind, stationery)
  if (template === undefined) return undefined
  const { token, hash } = newToken()
  const { origin, mail } = stationery
  // The letter's file may have changed while the email was waiting.
  const conditions = 'until' in template ? toParameter(audienceOf(template)) : null
  const values = [claimed.id, hash, mail.invitation.days, conditions]
  const [person] = await session.query<Addressee>(ADDRESS(kind), values)
  if (person === undefined) return undefined
  const links = linksOf(origin, token)
  const further = await furtherValues(session, claimed, person, template, stationery)
  if (further === undefined) return undefined
  // Anyone can enter any address, so only letters to people who have confirmed contain answers.
  const isLetter = kind === 'announce' || kind === 'after'
  return {
    id: claimed.id,
    to: person.email,
    ...fillSafely(template, {
      ...(isLetter && answerValues({ ...person.answers, email: person.email })),
      ...further,
      site: origin,
      ...links,
    }),
    leave: links.leave,
    ...(kind === 'announce' && mail.announceHeader && { headers: mail.announceHeader }),
  }
}
