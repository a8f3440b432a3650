import type { FastifyReply, FastifyRequest } from 'fastify'
import { html, type Markup } from '../html.ts'
import { isForm } from './body.ts'

/** A browser that runs no JavaScript shows the response as a page. */
export const wantsPage = (request: FastifyRequest): boolean =>
  isForm(request) || /^text\/html\b/.test(request.headers.accept ?? '')

/** Sends a page that uses no file of the site, so that it can be shown when something is wrong. */
export const sendPage = (reply: FastifyReply, title: string, content: Markup): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.text,
  )
