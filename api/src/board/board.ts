import Fastify, { type FastifyInstance } from 'fastify'
import { readBodies } from '../http/body.ts'
import { TIMEOUTS } from '../http/timeouts.ts'
import { type Access, newAccess } from './access.ts'
import type { AddPages, Board } from './add-pages.ts'
import { addErase } from './erase.ts'
import { showErrors } from './errors.ts'
import { addExport } from './export.ts'
import { guard } from './guard.ts'
import { addMail } from './mail.ts'
import { addOverview } from './overview.ts'
import { addPeople } from './people.ts'
import { addPerson } from './person.ts'
import { addStyle } from './style.ts'

const PAGES: readonly AddPages[] = [
  addStyle,
  addOverview,
  addPeople,
  addPerson,
  addErase,
  addMail,
  addExport,
]

/** Builds the board's app, which opens no port. The token is in `access`. */
export function buildBoard(board: Board): { app: FastifyInstance; access: Access } {
  const app = Fastify({ ...TIMEOUTS, forceCloseConnections: true })
  const access = newAccess()
  readBodies(app)
  showErrors(app, board)
  guard(app, access)
  for (const add of PAGES) add(app, board)
  return { app, access }
}
