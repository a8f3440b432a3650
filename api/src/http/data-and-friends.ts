import type { FastifyReply } from 'fastify'
import {
  DATA_WORDS,
  describeHeld,
  FRIEND_NEWS,
  FRIEND_WORDS,
  fillIn,
  formatNumber,
  type HeldData,
  LINK_PATHS,
  plural,
  TOKEN,
} from '../../../contract/waitlist.ts'
import { html, type Markup } from '../../../letters/html.ts'
import type { Reward } from '../../../letters/mail-templates.ts'
import type { Friends } from '../links/follow.ts'
import { sendAnswer } from './pages.ts'

/** Returns a form with one button. Without a path, the form is sent to the page's own address. */
const button = (label: string, path = '', field = html``): Markup =>
  html`<form method="post"${path === '' ? '' : html` action="${path}"`}><p><button${field}>${label}</button></p></form>`

/**
 * Sends the page that shows everything stored about a person, with buttons to download or erase it.
 * @param hasFriends whether the person has a page with a referral link
 */
export function sendDataPage(
  reply: FastifyReply,
  held: HeldData,
  token: string,
  hasFriends: boolean,
): FastifyReply {
  const to = (path: string): string => `${path}?${TOKEN}=${token}`
  return sendAnswer(
    reply,
    DATA_WORDS.title,
    html`<dl>
${describeHeld(held).map(([label, text]) => html`<dt>${label}</dt><dd>${text}</dd>`)}
</dl>
${hasFriends ? button(DATA_WORDS.friends, to(LINK_PATHS.friends)) : ''}
${button(DATA_WORDS.download, '', html` name="as" value="file"`)}
<details>
<summary>${DATA_WORDS.erase}</summary>
<p>${DATA_WORDS.warning}</p>
${button(DATA_WORDS.confirmErase, to(LINK_PATHS.erase))}
</details>`,
  )
}

/** Returns a sentence about the person's next reward. Only some rewards go to invited people. */
function nextReward(rewards: readonly Reward[], { friends, in_line }: Friends): string | undefined {
  const [next] = rewards
    .filter((reward) => reward.friends > friends && (in_line || reward.until === 'always'))
    .toSorted((one, other) => one.friends - other.friends)
  return next && fillIn(plural(next.friends, FRIEND_NEWS.reward), { subject: next.subject })
}

/**
 * Sends the page with the person's place in line, referral link and next reward. A confirmation leads to it as well.
 * @param link the person's referral link, to which the site's script adds buttons for copying and sharing
 */
export function sendFriendPage(reply: FastifyReply, person: Friends, link: string): FastifyReply {
  const { place, friends, in_line } = person
  const { title, text, placed, heading, invitation, advance, next } = FRIEND_WORDS
  const confirmed = friends === 0 ? [] : [plural(friends, FRIEND_WORDS.friends)]
  const reward = nextReward(reply.server.rewards, person)
  return sendAnswer(
    reply,
    title,
    html`<p>${text}</p>
${place === null ? '' : html`<p><strong>${fillIn(placed, { place: formatNumber(place) })}</strong></p>`}
<h2>${heading}</h2>
<p>${[invitation, ...(in_line ? [advance] : []), ...confirmed].join(' ')}</p>
${reward === undefined ? '' : html`<p>${reward}</p>`}
<p data-share><a href="${link}">${link}</a></p>
<p><a href="${next.path}">${next.label}</a></p>`,
  )
}
