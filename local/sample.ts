import { join } from 'node:path'
import { announce } from '../api/src/mail/letters/announce.ts'
import { invite } from '../api/src/mail/letters/invite.ts'
import { importPeople } from '../api/src/owner/transfer/import.ts'
import type { ImportedRecord } from '../api/src/owner/transfer/import-record.ts'
import { openSession } from '../api/src/system/session.ts'
import { DATA_DIR } from '../api/src/system/settings.ts'
import {
  CONSENT,
  FIELDS,
  FRIEND_SOURCE,
  QUESTION_NAMES,
  type QuestionName,
  REFERRAL_CODE_PATTERN,
} from '../contract/waitlist.ts'

// `npm start -- --sample` starts the site with a list of invented people.

/** The sample's folder within the data folder. */
export const SAMPLE = 'sample'

/** The sample ignores these settings, because they point to a real list or send something to other machines. */
const UNUSED =
  'DATABASE_URL DATABASE_OWNER_URL SMTP_URL MAIL_API MAIL_API_KEY MAIL_API_URL WEBHOOK_URL WEBHOOK_SECRET NOTIFY_URL'

/** Recognizes `npm start --sample`. Without `--` before it, npm treats the option as its own and sets this variable. */
export const isSampleOfNpm = (env: NodeJS.ProcessEnv): boolean =>
  env['npm_config_sample'] === 'true'

/** Makes this process use the sample's folder, and ignore settings for databases, mail servers and webhooks. */
export function useSample(env: NodeJS.ProcessEnv): void {
  for (const name of UNUSED.split(' ')) delete env[name]
  env['DATA_DIR'] = join(env['DATA_DIR'] || DATA_DIR, SAMPLE)
}

export const SAMPLE_NOTE = `
List  300 invented people: npm run -s waitlist -- --sample board
      Your list, database, mail server and webhooks are not used. To start over, delete the folder of this data.`

const FIRST_NAMES = 'Ada Ben Chloe Dara Elif Femi Grace Hugo Ines Jonas Kira Liam Mina Noah Olga'
const LAST_NAMES =
  'Abara Berg Costa Diaz Evans Fischer Garcia Haddad Ito Jensen Kaur Lopez Meyer Novak Okafor Park Quist Rossi Silva Tanaka'

const FRIEND = 'friend'
const SOURCES = `producthunt  newsletter producthunt ${FRIEND}  example.org  ${FRIEND} producthunt`

const pick = (words: string, index: number): string => {
  const all = words.split(' ')
  return all[index % all.length] ?? ''
}

/** Returns a pseudorandom number, at least 0 and below 1, which is the same at every start. */
const chance = (index: number, salt: number): number => (((index * 7919 + 1) * salt) % 997) / 997

/** Returns the code of a person's referral link: ten digits in base 20, written as consonants. */
const codeOf = (index: number): string =>
  ((index + 1) * 31_415_926_535)
    .toString(20)
    .padStart(10, '0')
    .replace(/./g, (digit) => 'bcdfghjklmnpqrstvwxz'.charAt(Number.parseInt(digit, 20)))

/**
 * Returns where a person came from. Friends come through the first twelve people, and most often through the earliest.
 */
function sourceOf(index: number): string {
  const source = pick(SOURCES, Math.floor(chance(index, 31) * 10))
  return source === FRIEND ? codeOf(Math.floor(12 * chance(index, 71) ** 2)) : source
}

/** Returns an answer. A required text question gets the form's placeholder. */
function answerOf(name: QuestionName, index: number): string {
  const field = FIELDS[name]
  if ('options' in field)
    return field.options[Math.floor(chance(index, 173) ** 1.5 * field.options.length)]?.value ?? ''
  return field.required ? field.placeholder : ''
}

const PEOPLE = 300
const MINUTE = 60_000

/**
 * Returns how many milliseconds ago a person joined. Most joined at the launch six weeks ago, or in a peak four weeks
 * later.
 */
function ageOf(index: number): number {
  const part = (PEOPLE - index) / PEOPLE
  const days = part > 0.5 ? 14 + 28 * (2 * part - 1) ** 0.6 : 14 * (2 * part) ** 0.7
  return days * 24 * 60 * MINUTE
}

function cellsOf(index: number): Record<string, string> {
  const first_name = pick(FIRST_NAMES, index)
  const last_name = pick(LAST_NAMES, index + Math.floor(index / 60))
  const joined = Date.now() - ageOf(index)
  const isConfirmed = index < 12 || chance(index, 457) > 0.24
  const answers = QUESTION_NAMES.map((name) => [name, answerOf(name, index)])
  return {
    ...Object.fromEntries(answers),
    ...{ first_name, last_name, email: `${first_name}.${last_name}@example.com`.toLowerCase() },
    joined_at: new Date(joined).toISOString(),
    confirmed_at: isConfirmed ? new Date(joined + ((index % 30) + 1) * MINUTE).toISOString() : '',
    source: sourceOf(index),
    referral_code: isConfirmed ? codeOf(index) : '',
  }
}

async function* records(): AsyncGenerator<ImportedRecord> {
  for (let index = 0; index < PEOPLE; index += 1) {
    yield { line: index + 1, cells: Object.entries(cellsOf(index)) }
  }
}

const VISIT = `
  INSERT INTO visits (day, path, source, count)
  SELECT (joined_at AT TIME ZONE 'UTC')::date, '/', visitors, 8 * count(*) + 7
  FROM people, LATERAL (SELECT CASE WHEN source ~ '${REFERRAL_CODE_PATTERN}' THEN '${FRIEND_SOURCE}'
    ELSE coalesce(source, '') END AS visitors) AS visitors
  GROUP BY 1, 3`

const REFUSE = `
  SELECT suppress(mailbox, (ARRAY['left', 'left', 'bounced', 'left', 'complained'])[1 + place / 25 % 5])
  FROM (SELECT mailbox, row_number() OVER (ORDER BY joined_at, mailbox) AS place FROM people) AS people
  WHERE place % 25 = 0`

/** Adds invitations from nine days ago, most of them claimed, and a letter three days after each confirmation. */
const EARLIER = `
  UPDATE mails SET state = 'written', code = replace(gen_random_uuid()::text, '-', ''),
    wanted_at = now() - interval '9 days', due_at = now() - interval '9 days', ended_at = now() - interval '9 days';
  UPDATE people SET claimed_at = now() - place * interval '11 hours'
  FROM (SELECT mailbox, row_number() OVER (ORDER BY md5(mailbox)) AS place FROM mails) AS invited
  WHERE people.mailbox = invited.mailbox AND place < 15;
  INSERT INTO mails (kind, mailbox, letter, state, wanted_at, ended_at)
  SELECT 'after', mailbox, 'question', 'written', confirmed_at + interval '3 days', confirmed_at + interval '3 days'
  FROM people WHERE confirmed_at < now() - interval '3 days' AND left_at IS NULL`

const PLANNED = {
  id: 'sample',
  subject: 'What we built this month',
  html: '<p>This is a sample of a planned letter.</p>',
  text: 'This is a sample of a planned letter.',
}

/**
 * Fills an empty list with invented people at example.com, who joined in the last six weeks. Leaves other lists alone.
 * @throws Error if the form rejects their answers
 */
export async function fillSample(ownerUrl: string): Promise<void> {
  const session = await openSession(ownerUrl)
  try {
    if ((await session.query('SELECT FROM people LIMIT 1')).length > 0) return
    await importPeople(session, records(), {
      confirmed: true,
      onBad({ reason }) {
        throw new Error(`The sample does not fit the form: ${reason}`)
      },
    })
    // Imported people have no consent, so without this they would not count towards the share of visits that became
    // signups.
    await session.query('UPDATE people SET consent = $1, consented_at = joined_at', [
      CONSENT.version,
    ])
    await session.query(`${VISIT}; ${REFUSE}`)
    await invite(session, { count: 20, conditions: [], by: 'referrals' })
    await session.query(EARLIER)
    await invite(session, { count: 20, conditions: [], by: 'referrals' })
    const at = new Date(Date.now() + 5 * 24 * 60 * MINUTE)
    await announce(session, PLANNED, { conditions: [], at })
  } finally {
    await session.close()
  }
}
