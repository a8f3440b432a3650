import type { Session } from '../database/session.ts'
import { findLateConfirmations, type LateConfirmations } from '../outbox/late.ts'
import { count, minute } from '../text/format.ts'
import { type OnNotice, postNotice } from './chat.ts'
import { skipTurn, takeTurn } from './turn.ts'

/** For example: 57 confirmation emails wait, the first since 2026-11-25 09:12 UTC */
export const lateText = ({ count: late, since }: LateConfirmations): string =>
  `${count(late, 'confirmation email')} ${late === 1 ? 'waits' : 'wait, the first'} since ${minute(since ?? '')} UTC`

/** Tells that confirmations wait for longer than ten minutes, once an hour. */
export async function tellLate(session: Session, url: string, onNotice: OnNotice): Promise<void> {
  const turn = await takeTurn(session, 'late')
  if (turn === undefined) return
  const late = await findLateConfirmations(session)
  if (late.count === 0) return skipTurn(session, turn)
  await postNotice(session, turn, { url, text: lateText(late), onNotice })
}
