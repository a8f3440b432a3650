import type { FastifyReply } from 'fastify'
import { FRIEND_WORDS } from '../../../../contract/waitlist.ts'
import { html } from '../../../../mails/html.ts'
import { sendPage } from './plain-page.ts'

/** The page after a confirmation, with the person's link for friends. */
export function sendFriendPage(reply: FastifyReply, link: string): FastifyReply {
  const { title, text, heading, invitation, next } = FRIEND_WORDS
  return sendPage(
    reply,
    title,
    html`<p>${text}</p>
<h2>${heading}</h2>
<p>${invitation}</p>
<p><a href="${link}">${link}</a></p>
<p><a href="${next.path}">${next.label}</a></p>`,
  )
}
