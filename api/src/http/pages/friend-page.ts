import type { FastifyReply } from 'fastify'
import { FRIEND_WORDS } from '../../../../contract/waitlist.ts'
import { html } from '../../../../letters/html.ts'
import type { Friends } from '../../mail/follow-link.ts'
import { number } from '../../system/format.ts'
import { sendAnswer } from './answer.ts'

const friendsOf = (friends: number): string =>
  friends === 1 ? FRIEND_WORDS.oneFriend : FRIEND_WORDS.friends(number(friends))

/**
 * The page after a confirmation: the person's place in line, and the link for friends.
 * @param link the person's address for friends. The site's script adds buttons that copy and share it
 */
export function sendFriendPage(
  reply: FastifyReply,
  { place, friends, in_line }: Friends,
  link: string,
): FastifyReply {
  const { title, text, placed, heading, invitation, advance, next } = FRIEND_WORDS
  return sendAnswer(
    reply,
    title,
    html`<p>${text}</p>
${place === null ? '' : html`<p><strong>${placed(number(place))}</strong></p>`}
<h2>${heading}</h2>
<p>${[invitation, ...(in_line ? [advance] : []), ...(friends === 0 ? [] : [friendsOf(friends)])].join(' ')}</p>
<p data-share><a href="${link}">${link}</a></p>
<p><a href="${next.path}">${next.label}</a></p>`,
  )
}
