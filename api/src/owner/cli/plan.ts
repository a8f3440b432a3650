import type { Session } from '../../system/session.ts'
import { confirm } from './context.ts'
import { note, print } from './output.ts'

/** A change that the owner must agree to. */
export interface Plan {
  /** Says what would change. */
  readonly question: string
  /** Makes the change, and returns what was done. */
  perform(session: Session): Promise<string>
  /** The owner's next step. */
  readonly remark?: string
}

/** Asks, then makes the change. A string instead of a plan says why there is nothing to do. */
export async function carryOut(
  session: Session,
  plan: Plan | string,
  yes: boolean | undefined,
): Promise<void> {
  if (typeof plan === 'string') return note(plan)
  await confirm(plan.question, yes === true)
  print(await plan.perform(session))
  if (plan.remark) note(plan.remark)
}
