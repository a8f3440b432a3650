import type { Session } from '../system/session.ts'
import { appendRefusals, hasLines, refusalLines } from './refusals-file.ts'
import { syncRefusals } from './refusals-sync.ts'

/** In milliseconds. */
const INTERVAL = 10_000

/** What is known of a database that keeps its session. */
interface State {
  readonly session: Session
  /** The oldest transaction that was under way when the refusals were read last. */
  readonly since: string
  /** Lines of that transaction and later ones that are in the file. */
  readonly written: ReadonlySet<string>
}

const OLDEST = 'SELECT pg_snapshot_xmin(pg_current_snapshot())::xid::text AS since'

/**
 * Appends what has changed since. A million refusals are not read again for one. Without a state, nothing is appended: all
 * lines are written afterwards.
 */
async function appendChanged(session: Session, file: string, before?: State): Promise<State> {
  return session.transaction(async () => {
    const since = await session.value<string>(OLDEST)
    const written = new Set<string>()
    const from = before?.since ?? since
    const portions = refusalLines(session, 'age(entry.xmin) <= age($1::xid)', [from])
    for await (const lines of portions) for (const line of lines) written.add(line)
    if (before) {
      await appendRefusals(session, file, [
        [...written].filter((line) => !before.written.has(line)),
      ])
    }
    return { session, since, written }
  }, 'SNAPSHOT')
}

/**
 * Keeps the file of refusals up to date. The first call of a session also reads it into the database, which may have
 * been lost and be new.
 */
export function refusalsKeeper(file: string): (session: Session) => Promise<void> {
  let state: State | undefined
  let next = 0
  return async (session) => {
    const isSame = state?.session === session
    if (isSame && performance.now() < next) return
    next = performance.now() + INTERVAL
    if (isSame && hasLines(file)) {
      state = await appendChanged(session, file, state)
    } else {
      state = undefined
      const now = await appendChanged(session, file)
      await syncRefusals(session, file)
      state = now
    }
  }
}
