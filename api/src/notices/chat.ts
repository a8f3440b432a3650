import type { Session } from '../database/session.ts'
import { findLateConfirmations, type LateConfirmations } from '../outbox/late.ts'
import { count, minute, number } from '../text/format.ts'
import { postJson } from '../webhooks/request.ts'
import { countPeople, countSources, type Numbers, type SourceCount } from './numbers.ts'
import { endTurn, type NoticeKind, skipTurn, type Turn, takeTurn } from './turn.ts'

/** A host's name would become a link. */
const plain = (source: string): string => (source.includes('.') ? `\`${source}\`` : source)

/** For example: 3 people joined, 128 in all; 2 came through producthunt */
export function chatText(
  { joined, all }: Pick<Numbers, 'joined' | 'all'>,
  sources: readonly SourceCount[],
): string {
  const came = sources.map((each, index) => {
    const verb = index === 0 ? ' came' : ''
    return `${number(each.count)}${verb} through ${plain(each.source)}`
  })
  const text = `${count(joined, 'person', 'people')} joined, ${number(all)} in all`
  return came.length > 0 ? `${text}; ${came.join(', ')}` : text
}

const DISCORD = /^(?:\w+\.)?discord(?:app)?\.com$/

/**
 * Slack and Mattermost take `text`, as most others do:
 * docs.slack.dev/messaging/sending-messages-using-incoming-webhooks and developers.mattermost.com/integrate/webhooks/incoming.
 * Discord takes `content`, and no mention in it: docs.discord.com/developers/resources/webhook.
 */
export const chatBody = (url: string, text: string): object =>
  DISCORD.test(new URL(url).hostname)
    ? { content: text, allowed_mentions: { parse: [] } }
    : { text }

export type OnNotice = (notice: NoticeKind, outcome: string, reply?: string) => void

/** Sends the text of a turn to NOTIFY_URL and records what became of it. */
async function postNotice(
  session: Session,
  turn: Turn,
  {
    url,
    text,
    onNotice,
  }: { readonly url: string; readonly text: string; readonly onNotice: OnNotice },
): Promise<void> {
  const delivery = await postJson(url, JSON.stringify(chatBody(url, text)))
  await endTurn(session, turn, delivery)
  onNotice(turn.kind, delivery.kind, 'reply' in delivery ? delivery.reply : undefined)
}

/** Reports how many people joined since the last message, if anybody did and a minute has passed. */
export async function tellChat(session: Session, url: string, onNotice: OnNotice): Promise<void> {
  const turn = await takeTurn(session, 'chat')
  if (turn === undefined) return
  const numbers = await countPeople(session, turn)
  if (numbers.joined === 0) return skipTurn(session, turn)
  const text = chatText(numbers, await countSources(session, turn))
  await postNotice(session, turn, { url, text, onNotice })
}

/** For example: 57 confirmation emails wait, the first since 2026-11-25 09:12 UTC */
export const lateText = ({ count: late, since }: LateConfirmations): string =>
  `${count(late, 'confirmation email')} ${late === 1 ? 'waits' : 'wait, the first'} since ${minute(since ?? '')} UTC`

/** Reports that confirmations wait for longer than ten minutes, once an hour. */
export async function tellLate(session: Session, url: string, onNotice: OnNotice): Promise<void> {
  const turn = await takeTurn(session, 'late')
  if (turn === undefined) return
  const late = await findLateConfirmations(session)
  if (late.count === 0) return skipTurn(session, turn)
  await postNotice(session, turn, { url, text: lateText(late), onNotice })
}
