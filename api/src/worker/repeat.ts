import { setTimeout as sleep } from 'node:timers/promises'
import { openSession, type Session } from '../system/session.ts'

/** How often a loop looks for work. In milliseconds. */
const POLL = 500

/** After a failure, the first and the longest wait. In milliseconds. */
export const [FIRST_WAIT, LONGEST_WAIT] = [1_000, 60_000]

/** @returns whether there may be more to do at once */
export type Round = (session: Session) => Promise<boolean>

export interface WorkerLog {
  info(detail: object, text: string): void
  warn(detail: object, text: string): void
}

interface RepeatOptions {
  /** The database, for the role that owns the tables. */
  readonly ownerUrl: string
  readonly signal: AbortSignal
  onFailure(error: unknown): void
  /** What has to be done after the signal, also when the database is away at first. */
  readonly rest?: { isLeft(): boolean; run(session: Session): Promise<unknown> }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => {})

/** Repeats a round on one connection, which it opens again when it was lost, until the signal. */
export async function repeat(
  round: Round,
  { ownerUrl, signal, onFailure, rest }: RepeatOptions,
): Promise<void> {
  let wait = FIRST_WAIT
  while (!signal.aborted || rest?.isLeft()) {
    let session: Session | undefined
    try {
      session = await openSession(ownerUrl, 'worker')
      while (!signal.aborted) {
        const more = await round(session)
        wait = FIRST_WAIT
        if (!more) await pause(POLL, signal)
      }
      await rest?.run(session)
    } catch (error) {
      onFailure(error)
      if (signal.aborted) await sleep(FIRST_WAIT)
      else await pause(wait, signal)
      wait = Math.min(wait * 2, LONGEST_WAIT)
    } finally {
      await session?.close().catch(() => {})
    }
  }
}
