import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Board } from './add-pages.ts'
import { STYLE_PATH } from './page.ts'

const CSS = readFileSync(new URL('board.css', import.meta.url), 'utf8')

/** The site's design has a dark ground. */
function propertiesOf({ brand: { colors } }: Board): string {
  if (colors === undefined) return ''
  const lines = Object.entries(colors).map(([role, color]) => `  --${role}: ${color};`)
  return `:root {\n  color-scheme: dark;\n${lines.join('\n')}\n}\n`
}

export function addStyle(app: FastifyInstance, board: Board): void {
  const css = CSS + propertiesOf(board)
  app.get(STYLE_PATH, (_request, reply) => reply.type('text/css; charset=utf-8').send(css))
}
