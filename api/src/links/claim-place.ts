import type { Columns } from '../../../contract/waitlist.ts'
import type { Signup } from '../list/inbox/signup.ts'
import { answersOf } from '../list/people/person.ts'
import type { Database } from '../system/pool.ts'
import { secretFinder } from './spoiled.ts'

/**
 * Finds codes in the format of mail/compose.ts. Postgres would reject some other strings, such as those with a NUL
 * byte.
 */
const findCode = secretFinder(String.raw`[\da-f]`, 32)

const CLAIM = { name: 'claim_place', text: 'SELECT claim_place($1, $2) AS person' }

type Claimed = Pick<Signup, 'email' | 'answers'> &
  Pick<Columns, 'source'> &
  Readonly<Record<'joined_at' | 'invited_at' | 'claimed_at', string>> & { readonly first: boolean }

/**
 * Claims an invitation's place (migrations/functions/4_claims.sql). A repeated code has no further effect.
 * @param text the code, which a mail program may have altered
 * @param days the number of days for which a place is kept
 * @returns undefined if the code is unknown, withdrawn or expired, if it was claimed more than a day ago, or if the
 * person has left since the invitation
 */
export async function claimPlace(database: Database, text: string, days: number) {
  const code = findCode(text)?.toLowerCase()
  if (code === undefined) return undefined
  const [row] = await database.query<{ person: Claimed | null }>(CLAIM, [code, days])
  if (!row?.person) return undefined
  const { email, answers, source, joined_at, invited_at, claimed_at, first } = row.person
  return {
    ...answersOf({ email, answers }),
    source,
    joined_at: new Date(joined_at),
    invited_at: new Date(invited_at),
    claimed_at: new Date(claimed_at),
    first,
  }
}
