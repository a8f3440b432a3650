import { type OnNotice, tellChat, tellLate } from '../notices/chat.ts'
import { beginNotices } from '../notices/turn.ts'
import { tellWeek, type WeekOptions } from '../notices/week.ts'
import type { Round } from './repeat.ts'

interface NoticeOptions {
  /** NOTIFY_URL. */
  readonly url: string | undefined
  /** For OWNER_EMAIL. */
  readonly week: WeekOptions | undefined
  readonly onNotice: OnNotice
}

/** Reports to the team in numbers how many people joined, and that confirmations wait. */
export function noticeRound({ url, week, onNotice }: NoticeOptions): Round {
  let begun = false
  return async (session) => {
    if (!begun) {
      if (url !== undefined) {
        await beginNotices(session, 'chat')
        await beginNotices(session, 'late')
      }
      if (week !== undefined) await beginNotices(session, 'week')
      begun = true
    }
    if (url !== undefined) {
      await tellChat(session, url, onNotice)
      await tellLate(session, url, onNotice)
    }
    if (week !== undefined) await tellWeek(session, week, onNotice)
    return false
  }
}
