import { beginNotices, type Notice, type OnNotice, tell } from './notice-turns.ts'
import type { Round } from './repeat.ts'

/** Reports to the team in numbers what has happened on the list. */
export function noticeRound(notices: readonly Notice[], onNotice: OnNotice): Round {
  let begun = false
  return async (session) => {
    if (!begun) for (const { kind } of notices) await beginNotices(session, kind)
    begun = true
    for (const notice of notices) await tell(session, notice, onNotice)
    return false
  }
}
