import type { Session } from '../database/session.ts'
import type { Ending } from '../mail/transport.ts'
import { finish, repeatLater, type Task } from './leases.ts'

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
