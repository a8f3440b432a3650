import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { asMarkup, html, type Markup } from '../../../../letters/html.ts'
import type { Board, Routes } from './request.ts'

export type AddPages = (routes: Routes, board: Board) => void

const OWN = readFileSync(new URL('board.css', import.meta.url), 'utf8')

/** Style sheets by path: the brand's colours, and the rules that use them. */
export const STYLES: Readonly<Record<string, (board: Board) => string>> = {
  '/brand.css': ({ brand }) => brand.look.css,
  '/board.css': () => OWN,
}

export const addStyles: AddPages = ({ app }, board) => {
  for (const [path, css] of Object.entries(STYLES)) {
    app.get(path, (_request, reply) => reply.type('text/css; charset=utf-8').send(css(board)))
  }
}

export interface Link {
  readonly words: string
  readonly href: string
  readonly isCurrent: boolean
}

export const links = (entries: readonly Link[]): Markup =>
  html`<ul>${entries.map(
    ({ words, href, isCurrent }) =>
      html`<li><a href="${href}"${isCurrent ? html` aria-current="page"` : ''}>${words}</a></li>`,
  )}</ul>`

const MENU = { Overview: '/', People: '/people', Emails: '/mail' } as const

/** Hides the menu from visitors without access. */
const menu = ({ statusCode, request }: FastifyReply): Markup =>
  statusCode === 403
    ? html``
    : links(
        Object.entries(MENU).map(([words, href]) => ({
          words,
          href,
          isCurrent: request.url.split('?')[0] === href,
        })),
      )

export const sendPage = (
  reply: FastifyReply,
  { brand: { name, look }, sample }: Board,
  title: string,
  content: readonly Markup[],
): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${name} waitlist</title>
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(look.icon)}">
${Object.keys(STYLES).map((path) => html`<link rel="stylesheet" href="${path}">`)}
</head>
<body>
<header><span class="brand">${asMarkup(look.icon)}${name}</span><nav aria-label="Board">${menu(reply)}</nav>${
      sample ? html`<p role="note">Sample: all people and numbers are invented.</p>` : ''
    }</header>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.text,
  )

const NOTICES: Readonly<Record<string, string>> = {
  asked:
    'Released from quarantine. The person had left. An email asks whether they want to come back.',
  corrected: 'Saved.',
  invited: 'Invitations queued.',
  erased:
    'Erased. A keyed hash of the address stays, so that no import or restore brings the person back.',
  left: 'Released from quarantine. The person has left, so no email is sent.',
  'left since': 'Not released, because the person left the list after sending this form.',
  listed: 'Released from quarantine. The person is on the list.',
  resent: 'Confirmation email queued.',
  retried: 'Queued again.',
  tested: 'Test sent. Its links do nothing.',
  withdrawn: 'Withdrawn from everyone who has not received it.',
}

/** Returns the message about the last action, whose key is `done` in the URL. */
export const notice = (done = ''): Markup => {
  const text = Object.hasOwn(NOTICES, done) ? NOTICES[done] : undefined
  return text === undefined ? html`` : html`<p class="notice" role="status">${text}</p>`
}

export const panel = (title: string, content: Markup): Markup =>
  html`<section><h2>${title}</h2>${content}</section>`

/** Returns a form that also sends the given values. */
export const form = (
  path: string,
  values: Readonly<Record<string, string>>,
  content: Markup,
): Markup =>
  html`<form method="post" action="${path}" novalidate>${Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}${content}</form>`
