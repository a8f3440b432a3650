import { setTimeout as sleep } from 'node:timers/promises'
import { openSession, type Session } from '../system/session.ts'

const POLL_MS = 500

/** The first and the longest wait after a failure. */
export const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [1_000, 60_000]

/** @returns whether more work may be due */
export type Round = (session: Session) => Promise<boolean>

export interface WorkerLog {
  info(detail: object, text: string): void
  warn(detail: object, text: string): void
}

interface RepeatOptions {
  /** The connection URL of the role that owns the tables. */
  readonly ownerUrl: string
  readonly signal: AbortSignal
  onFailure(error: unknown): void
  /** Work that must be finished after the signal, even if the database is unavailable at first. */
  readonly rest?: { isLeft(): boolean; run(session: Session): Promise<unknown> }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => {})

/** Repeats a round until the signal, reopening its connection whenever it is lost. */
export async function repeat(
  round: Round,
  { ownerUrl, signal, onFailure, rest }: RepeatOptions,
): Promise<void> {
  let wait = FIRST_WAIT_MS
  while (!signal.aborted || rest?.isLeft()) {
    let session: Session | undefined
    try {
      session = await openSession(ownerUrl, 'worker')
      while (!signal.aborted) {
        const more = await round(session)
        wait = FIRST_WAIT_MS
        if (!more) await pause(POLL_MS, signal)
      }
      await rest?.run(session)
    } catch (error) {
      onFailure(error)
      if (signal.aborted) await sleep(FIRST_WAIT_MS)
      else await pause(wait, signal)
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
    } finally {
      await session?.close().catch(() => {})
    }
  }
}
