import type { Session } from '../database/session.ts'
import { finish, repeatLater, type Task } from './outbox.ts'

/** The end of an attempt. `reply` is a code such as 550 or ECONNREFUSED. */
export type Ending =
  | { readonly kind: 'sent' }
  | { readonly kind: 'failed' | 'later'; readonly reply: string }

/** Called for each task that was sent or has failed. */
export type OnOutcome = (task: Task, outcome: 'sent' | 'failed', reply?: string) => void

/** Records an attempt: it is repeated later unless it was the last of the given number. */
export async function recordOutcome(
  session: Session,
  task: Task,
  ending: Ending,
  attempts: number,
  onOutcome: OnOutcome,
): Promise<void> {
  if (ending.kind === 'sent') {
    await finish(session, task, 'sent')
    onOutcome(task, 'sent')
  } else if (ending.kind === 'later' && task.attempts < attempts) {
    await repeatLater(session, task, ending.reply)
  } else {
    await finish(session, task, 'failed', ending.reply)
    onOutcome(task, 'failed', ending.reply)
  }
}
