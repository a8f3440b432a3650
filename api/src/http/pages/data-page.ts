import type { FastifyReply } from 'fastify'
import {
  DATA_WORDS,
  describeHeld,
  type HeldData,
  LINK_PATHS,
  TOKEN,
} from '../../../../contract/waitlist.ts'
import { html, type Markup } from '../../../../letters/html.ts'
import { sendAnswer } from './answer.ts'

/** @param path by default that of the page */
const button = (label: string, path = '', field = html``): Markup =>
  html`<form method="post"${path === '' ? '' : html` action="${path}"`}><p><button${field}>${label}</button></p></form>`

/**
 * What is held about a person, with its download and its erasure.
 * @param hasFriends whether the person has a page with a link for friends
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
