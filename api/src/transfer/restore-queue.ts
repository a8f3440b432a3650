import { RECORD_KEPT } from '../letters/announce.ts'
import { CANCEL } from '../letters/waiting.ts'
import { erasedSince } from './restore-people.ts'

// As restore-people.ts, for the links of mails, the queue and its record.

const IS_LISTED = `EXISTS (
  SELECT FROM signups WHERE signups.email_key = line.email_key AND honeypot IS NULL
)`

/** Links of people who are there, except those that an erasure or a new address has ended. */
export const MERGE_LINKS = `
  INSERT INTO links (token, email_key, created_at)
  SELECT decode(token, 'hex'), email_key, created_at
  FROM json_to_recordset($1)
    AS line (token text, email_key text, created_at timestamptz, hashes jsonb)
  WHERE NOT ${erasedSince('created_at')}
    AND ${IS_LISTED}
  ON CONFLICT DO NOTHING`

export const MERGE_ANNOUNCEMENTS = `
  INSERT INTO announcements AS present (id, subject, html, text, created_at)
  SELECT id, subject, html, text, created_at
  FROM json_populate_recordset(NULL::announcements, $1)
  ON CONFLICT (id) DO UPDATE SET created_at = excluded.created_at
    WHERE excluded.created_at < present.created_at`

/** What an erasure has left has no `email_key`. */
export const MERGE_DELIVERIES = `
  INSERT INTO deliveries (id, kind, email_key, mailbox, about, at, outcome, attempts, reply)
  SELECT id, what, email_key, coalesce(mailbox_hash(email_key), mailbox), about, at, outcome,
    attempts, reply
  FROM json_to_recordset($1) AS line (
    id uuid, what text, email_key text, mailbox bytea, about text, at timestamptz, outcome text,
    attempts integer, reply text, hashes jsonb
  )
  WHERE email_key IS NULL OR (
    NOT ${erasedSince('at')}
    AND ${IS_LISTED}
  )
  ON CONFLICT DO NOTHING`

/** True when the same was done since. */
const doneSince = (kind: string, about: string, time: string): string => `EXISTS (
  SELECT FROM deliveries
  WHERE deliveries.email_key = line.email_key AND deliveries.kind = ${kind}
    AND deliveries.about = ${about} AND deliveries.at >= ${time}
)`

/** What waited, unless it was done or withdrawn since. A request for an erasure is about a person who is gone. */
export const MERGE_TASKS = `
  INSERT INTO tasks (id, kind, email_key, about, created_at, due_at, attempts, reply)
  SELECT id, what, email_key, about, created_at, due_at, attempts, reply
  FROM json_to_recordset($1) AS line (
    id uuid, what text, email_key text, about text, created_at timestamptz, due_at timestamptz,
    attempts integer, reply text, hashes jsonb
  )
  WHERE NOT ${erasedSince('created_at')}
    AND (what = 'erase' OR EXISTS (
      SELECT FROM signups WHERE signups.email_key = line.email_key AND honeypot IS NULL
        AND (left_at IS NULL OR left_at < created_at OR what = 'webhook')
    ))
    AND NOT ${doneSince('what', 'about', 'created_at')}
    AND NOT EXISTS (SELECT FROM deliveries WHERE deliveries.id = line.id)
    AND NOT (what = 'announce' AND EXISTS (
      SELECT FROM history
      WHERE command = '${CANCEL}' AND detail->>'announcement' = about AND at >= created_at
    ))
  ON CONFLICT DO NOTHING`

/** Signups and requests that the worker had not seen, unless it has sent a confirmation since. */
export const MERGE_ARRIVALS = `
  INSERT INTO arrivals (email_key, agreed_to, arrived_at)
  SELECT email_key, agreed_to, arrived_at
  FROM json_to_recordset($1)
    AS line (email_key text, agreed_to text, arrived_at timestamptz, hashes jsonb)
  WHERE NOT ${erasedSince('arrived_at')}
    AND NOT ${doneSince("'confirm'", "''", 'arrived_at')}
    AND NOT EXISTS (
      SELECT FROM arrivals AS present
      WHERE present.email_key = line.email_key AND present.arrived_at = line.arrived_at
    )
    AND NOT EXISTS (
      SELECT FROM tasks
      WHERE tasks.email_key = line.email_key AND kind = 'confirm' AND created_at >= arrived_at
    )`

/** Visits that were counted since are in both counts, so the larger one is right. */
export const MERGE_VISITS = `
  INSERT INTO visits AS present (day, path, source, count)
  SELECT day, path, source, count FROM json_populate_recordset(NULL::visits, $1)
  ON CONFLICT (day, path, source) DO UPDATE SET count = excluded.count
    WHERE excluded.count > present.count`

/**
 * People whose invitation neither waits nor was sent can be invited again: one of the two versions had
 * withdrawn it.
 */
export const UNINVITE = `
  UPDATE signups SET invited_at = NULL
  WHERE honeypot IS NULL AND invited_at > now() - ${RECORD_KEPT}
    AND NOT EXISTS (
      SELECT FROM tasks WHERE tasks.email_key = signups.email_key AND kind = 'invite'
    )
    AND NOT EXISTS (
      SELECT FROM deliveries WHERE deliveries.email_key = signups.email_key AND kind = 'invite'
    )`

/** Deletes what belongs to a person before the erasure, or to nobody after DELETE_ERASED. */
const forgetIn = (table: string, time: string): string => `
  DELETE FROM ${table}
  USING json_to_recordset($1) AS line (email_key text, erased_at timestamptz)
  WHERE ${table}.email_key = line.email_key AND (
    ${time} <= erased_at OR NOT ${IS_LISTED}
  )`

export const FORGET_ERASED = [
  forgetIn('tasks', 'created_at'),
  forgetIn('deliveries', 'at'),
  forgetIn('links', 'created_at'),
  forgetIn('arrivals', 'arrived_at'),
] as const
