import type { Session } from '../../system/session.ts'
import { changeList } from '../history.ts'
import { GROUPS } from '../people/groups.ts'

/** The maximum number of forms per transaction. A larger transaction would hold its locks longer. */
const FORMS = 2_000

const HAS_LEFT = 'known.confirmed_at IS NOT NULL AND known.left_at IS NOT NULL'

const unlessConfirmed = (column: string): string =>
  `${column} = CASE WHEN known.confirmed_at IS NULL THEN excluded.${column} ELSE known.${column} END`

/**
 * Leaving deletes a person's unfolded forms, so any form folded afterwards was sent afterwards, whatever the clock
 * says.
 */
const afterLeaving = (column: string): string =>
  `greatest(excluded.${column}, known.left_at + interval '1 microsecond')`

/** The columns that a form sets. */
const FORM = ['email', 'answers', 'source', 'consent', 'consented_at']

/**
 * Moves forms into `people` and `quarantine`. Until the address is confirmed, the latest form replaces earlier ones,
 * which a stranger may have sent. A confirmed person's form only adds the consent that an import lacked. After a
 * confirmed person has left, their latest form waits in `pending_form` until they confirm it, leave again or let it
 * expire. The first form sets the time of joining.
 */
const TAKE = `
  WITH forms AS (
    DELETE FROM inbox WHERE ctid = ANY (ARRAY(SELECT ctid FROM inbox LIMIT ${FORMS})) RETURNING *
  ), quarantined AS (
    INSERT INTO quarantine (mailbox, email, answers, honeypot, consent, source, joined_at)
    SELECT mailbox, email, answers, honeypot, consent, source, sent_at
    FROM forms WHERE honeypot IS NOT NULL
    ON CONFLICT DO NOTHING
  ), timed AS (
    SELECT *, min(sent_at) OVER (PARTITION BY mailbox) AS first_at FROM forms WHERE honeypot IS NULL
  ), merged AS (
    INSERT INTO people AS known (mailbox, email, answers, joined_at, source, consent, consented_at)
    SELECT DISTINCT ON (mailbox) mailbox, email, answers, first_at, source, consent, sent_at
    FROM timed WHERE email IS NOT NULL ORDER BY mailbox, sent_at DESC
    ON CONFLICT (mailbox) DO UPDATE SET
      ${['email', 'answers', 'source'].map(unlessConfirmed).join(', ')},
      consent = CASE WHEN ${HAS_LEFT} THEN known.consent ELSE excluded.consent END,
      consented_at = CASE WHEN ${HAS_LEFT} THEN known.consented_at ELSE ${afterLeaving('consented_at')} END,
      joined_at = CASE WHEN known.confirmed_at IS NULL AND known.joined_at < known.left_at
        THEN ${afterLeaving('joined_at')} ELSE known.joined_at END,
      rejoined_at = CASE WHEN ${HAS_LEFT} THEN coalesce(known.rejoined_at, excluded.joined_at) END,
      pending_form = CASE WHEN ${HAS_LEFT} THEN jsonb_build_object(
        ${FORM.map((column) => `'${column}', excluded.${column}`).join(', ')}
      ) END
      WHERE CASE WHEN known.confirmed_at IS NULL THEN coalesce(excluded.consented_at > known.consented_at, true)
        WHEN known.left_at IS NULL THEN known.consent IS NULL
        ELSE known.rejoined_at IS NULL
          OR excluded.consented_at > (known.pending_form->>'consented_at')::timestamptz END
  ), asked AS (
    SELECT DISTINCT ON (mailbox) mailbox, sent_at, network FROM timed ORDER BY mailbox, sent_at DESC
  )
  SELECT (SELECT count(*) FROM forms)::integer AS forms, coalesce(json_agg(json_build_object(
    'mailbox', mailbox, 'network', encode(network, 'hex'), 'sent_at', sent_at, 'is_new', people IS NULL
  )), '[]')::text AS asked
  FROM asked LEFT JOIN people USING (mailbox)`

/** Applies suppressions to the rows, because a person may have been suppressed before their row existed. */
const MARK = `
  SELECT mark(array_agg(mailbox)) FROM json_to_recordset($1) AS line (mailbox text)`

/**
 * Queues confirmation emails. A confirmed person gets at most one a day, so that strangers cannot use up their daily
 * limit. A confirmed person who has left gets one if they send another form, which asks about the latest. Asking again
 * moves a waiting email to the front, because the latest request is served first.
 */
const WANT = `
  WITH asked AS (
    SELECT person.*, decode(line.network, 'hex') AS network, sent_at, is_new
    FROM json_to_recordset($1) AS line (mailbox text, network text, sent_at timestamptz, is_new boolean),
      -- OFFSET forces one index lookup per line, however many rows the planner expects
      LATERAL (SELECT * FROM people WHERE people.mailbox = line.mailbox OFFSET 0) AS person
  ), wanted AS (
    INSERT INTO mails (kind, class, mailbox, network, wanted_at)
    SELECT 'confirm', 'asked', mailbox, network,
      now() + row_number() OVER (ORDER BY sent_at) * interval '1 microsecond'
    FROM asked AS people
    WHERE ${GROUPS.askable} AND (confirmed_at IS NULL OR NOT EXISTS (
        SELECT FROM mails
        WHERE mails.mailbox = people.mailbox AND kind = 'confirm' AND state IN ('sent', 'written')
          AND ended_at > coalesce(rejoined_at, greatest(confirmed_at, now() - interval '1 day'))
      ))
    ON CONFLICT (mailbox) WHERE kind = 'confirm' AND state IN ('waiting', 'sending') DO UPDATE
      SET class = 'asked', network = excluded.network, wanted_at = excluded.wanted_at
  )
  INSERT INTO events (event, mailbox, created_at)
  SELECT 'joined', mailbox, joined_at FROM asked WHERE is_new AND $2::boolean
  ON CONFLICT DO NOTHING`

async function foldSome(session: Session, { events }: FoldOptions): Promise<number> {
  const { forms, asked } = await session.row<{ forms: number; asked: string }>(TAKE)
  if (forms === 0) return 0
  await session.query(MARK, [asked])
  await session.query(WANT, [asked, events])
  return forms
}

/** Folds all forms within a transaction that holds the list's lock. */
export async function foldForms(session: Session, options: FoldOptions): Promise<void> {
  let forms = FORMS
  while (forms === FORMS) forms = await foldSome(session, options)
}

/** Returns whether the inbox contains forms, without taking a lock. */
const isWaiting = async (session: Session): Promise<boolean> =>
  (await session.query('SELECT FROM inbox LIMIT 1')).length > 0

interface FoldOptions {
  /** True if webhooks have a receiver. */
  readonly events: boolean
}

/**
 * Moves forms into `people`, and queues the emails and webhooks that follow. The worker calls it twice a second, and
 * every command and board page calls it before reading the list.
 */
export async function fold(session: Session, options: FoldOptions): Promise<void> {
  if (!(await isWaiting(session))) return
  let forms = FORMS
  while (forms === FORMS) forms = await changeList(session, () => foldSome(session, options))
}
