import type { Session } from '../system/session.ts'
import { hasLines } from './refusals-file.ts'
import { syncRefusals } from './refusals-sync.ts'

/** In milliseconds. */
const INTERVAL = 10_000

/** Changes with each refusal, and with each that is taken back. */
const STATE =
  "SELECT count(*) || ' ' || coalesce(max(greatest(at, cleared_at))::text, '') FROM refusals"

/**
 * Keeps the file of refusals up to date. The first call of a session also reads it into the database, which may have
 * been lost and be new.
 */
export function refusalsKeeper(file: string): (session: Session) => Promise<void> {
  let known: { readonly session: Session; readonly state: string } | undefined
  let next = 0
  return async (session) => {
    const isSame = known?.session === session
    if (isSame && performance.now() < next) return
    next = performance.now() + INTERVAL
    const state = await session.value<string>(STATE)
    if (isSame && state === known?.state && hasLines(file)) return
    known = undefined
    await syncRefusals(session, file)
    // what was added meanwhile changes the state, and is looked for again
    known = { session, state }
  }
}
