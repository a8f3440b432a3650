import { findLateConfirmations, lateText } from '../mail/late.ts'
import type { Ending } from '../mail/transport.ts'
import { count, number } from '../system/format.ts'
import { countPeople, countSources, type Numbers, type SourceCount } from './notice-numbers.ts'
import type { Notice } from './notice-turns.ts'
import { postJson } from './post-json.ts'

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

const post = (url: string, text: string): Promise<Ending> =>
  postJson(url, JSON.stringify(chatBody(url, text)))

/** How many people joined since the last message, if anybody did and a minute has passed. */
export const chatNotice = (url: string): Notice => ({
  kind: 'chat',
  async send(session, turn) {
    const numbers = await countPeople(session, turn)
    if (numbers.joined === 0) return undefined
    return post(url, chatText(numbers, await countSources(session, turn)))
  },
})

/** That confirmations wait for longer than ten minutes, once an hour. */
export const lateNotice = (url: string): Notice => ({
  kind: 'late',
  async send(session) {
    const late = await findLateConfirmations(session)
    return late.count === 0 ? undefined : post(url, lateText(late))
  },
})
