import { readFileSync } from 'node:fs'
import type { AddPages } from './add-pages.ts'
import { STYLE_PATH } from './page.ts'

const CSS = readFileSync(new URL('board.css', import.meta.url), 'utf8')

export const addStyle: AddPages = (app) => {
  app.get(STYLE_PATH, (_request, reply) => reply.type('text/css; charset=utf-8').send(CSS))
}
