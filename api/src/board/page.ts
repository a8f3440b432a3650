import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { html, type Markup } from '../../../mails/html.ts'
import type { Session } from '../database/session.ts'

export interface Board {
  /** The brand's name. */
  readonly name: string
  /** Whether REFERRALS is on. */
  readonly referrals: boolean
  /** The copy of the refusals outside of the database. */
  readonly refusals: string
  /** Opens a session for one request, so that two requests never share a transaction. */
  withSession<T>(work: (session: Session) => Promise<T>): Promise<T>
}

/** Adds routes to the board's app. */
export type AddPages = (app: FastifyInstance, board: Board) => void

export const STYLE_PATH = '/board.css'

const PAGES = [
  ['Overview', '/'],
  ['People', '/people'],
  ['Quarantine', '/people?show=quarantined'],
  ['Emails', '/mail'],
  ['Export', '/export'],
] as const

type PagePath = (typeof PAGES)[number][1]

interface PageOptions {
  readonly title: string
  /** Unset: the title. */
  readonly heading?: string
  /** The entry of the menu that the page belongs to. */
  readonly within?: PagePath
  /** Without the menu. */
  readonly bare?: boolean
}

const menu = (within?: PagePath): Markup =>
  html`<nav class="menu" aria-label="Board"><ul>${PAGES.map(
    ([name, path]) =>
      html`<li><a href="${path}"${path === within ? html` aria-current="page"` : ''}>${name}</a></li>`,
  )}</ul></nav>`

export const sendPage = (
  reply: FastifyReply,
  { name }: Board,
  { title, heading = title, within, bare = false }: PageOptions,
  content: readonly Markup[],
): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – ${name} waitlist</title>
<link rel="stylesheet" href="${STYLE_PATH}">
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<header><p class="brand">${name} <span>waitlist</span></p>${bare ? '' : menu(within)}</header>
<main id="main" tabindex="-1">
<h1>${heading}</h1>
${content}
</main>
</body>
</html>
`.text,
  )

const NOTICES: Readonly<Record<string, string>> = {
  corrected: 'Saved.',
  unchanged: 'Nothing was changed.',
  erased: 'Erased. A keyed hash of the address stays, so that no import or restore brings it back.',
  released: 'Released from quarantine. The person is on the list.',
  resent: 'Confirmation email queued.',
  retried: 'Queued again.',
}

/** The message about what the last form has done; `done` is a word in the address. */
export const notice = (done: unknown): Markup => {
  const text = typeof done === 'string' && Object.hasOwn(NOTICES, done) ? NOTICES[done] : undefined
  return text === undefined ? html`` : html`<p class="notice" role="status">${text}</p>`
}

/** A form with one button. The values are sent along. */
export const actionForm = (
  path: string,
  values: Readonly<Record<string, string>>,
  button: Markup,
): Markup =>
  html`<form method="post" action="${path}">${Object.entries(values).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  )}${button}</form>`

const CSS = readFileSync(new URL('board.css', import.meta.url), 'utf8')

export const addStyle: AddPages = (app) => {
  app.get(STYLE_PATH, (_request, reply) => reply.type('text/css; charset=utf-8').send(CSS))
}
