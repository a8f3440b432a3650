import type { FastifyReply } from 'fastify'
import {
  DATA_WORDS,
  describeHeld,
  FRIEND_WORDS,
  fillIn,
  formatNumber,
  type HeldData,
  LINK_PATHS,
  plural,
  TOKEN,
} from '../../../contract/waitlist.ts'
import { html, type Markup } from '../../../letters/html.ts'
import type { Friends } from '../links/follow.ts'
import { sendAnswer } from './pages.ts'

/** Returns a form with one button. Without a path, it is sent to the address of the page. */
const button = (label: string, path = '', field = html``): Markup =>
  html`<form method="post"${path === '' ? '' : html` action="${path}"`}><p><button${field}>${label}</button></p></form>`

/**
 * Sends the page with everything that is stored about a person, a download and an erase button.
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

/**
 * Sends the page after a confirmation: the person's place in line, and the referral link.
 * @param link the person's referral link; the site's script adds buttons that copy and share it
 */
export function sendFriendPage(
  reply: FastifyReply,
  { place, friends, in_line }: Friends,
  link: string,
): FastifyReply {
  const { title, text, placed, heading, invitation, advance, next } = FRIEND_WORDS
  const confirmed = friends === 0 ? [] : [plural(friends, FRIEND_WORDS.friends)]
  return sendAnswer(
    reply,
    title,
    html`<p>${text}</p>
${place === null ? '' : html`<p><strong>${fillIn(placed, { place: formatNumber(place) })}</strong></p>`}
<h2>${heading}</h2>
<p>${[invitation, ...(in_line ? [advance] : []), ...confirmed].join(' ')}</p>
<p data-share><a href="${link}">${link}</a></p>
<p><a href="${next.path}">${next.label}</a></p>`,
  )
}
