import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeText, type Markup } from '../../../../letters/html.ts'
import { fillPlaceholders } from '../../../../letters/placeholders.ts'
import { isForm } from '../../system/body.ts'
import type { Frame } from './site-pages.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Of the answers of an app. */
    readonly frame: Frame
  }
}

/** A browser that sends a form without JavaScript shows the response as a page. */
export const wantsPage = (request: FastifyRequest): boolean =>
  isForm(request) || /^text\/html\b/.test(request.headers.accept ?? '')

/** Sends what the API says to a visitor, as a page in the frame of the site. It can have an email address: see nginx/headers.map.conf. */
export function sendAnswer(reply: FastifyReply, title: string, content: Markup): FastifyReply {
  const { frame } = reply.server
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'content-security-policy': frame.csp, 'cache-control': 'no-store, no-transform' })
    .send(fillPlaceholders(frame.html, { title: escapeText(title), content: content.text }))
}
