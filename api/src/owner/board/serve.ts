import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { OwnerError } from '../../../../contract/owner-error.ts'
import { readBodies, TIMEOUTS } from '../../system/server.ts'
import { addActions } from './actions.ts'
import { addDoctor } from './attention.ts'
import { showErrors } from './errors.ts'
import { guard } from './guard.ts'
import { addMail } from './mail.ts'
import { addOverview } from './overview.ts'
import { type AddPages, addStyles } from './page.ts'
import { addPeople } from './people.ts'
import { addPerson } from './person.ts'
import { type Board, routesOf } from './request.ts'

const PAGES: readonly AddPages[] = [
  addStyles,
  addOverview,
  addPeople,
  addPerson,
  addMail,
  addDoctor,
  addActions,
]

/** Builds the board's app without opening a port. The token gives one browser access. */
export function buildBoard(board: Board): { app: FastifyInstance; token: string } {
  const app = Fastify({ ...TIMEOUTS, forceCloseConnections: true })
  readBodies(app)
  showErrors(app, board)
  const token = guard(app)
  for (const add of PAGES) add(routesOf(app, board), board)
  return { app, token }
}

/** The board stops after this long without a request. */
const IDLE_MS = 3_600_000

interface ServeOptions {
  /** 0 selects any free port. */
  readonly port: number
  readonly host: string
}

export interface Served {
  /** The link for the owner's browser. It works once. */
  readonly url: string
  /** Resolves when the board has stopped. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

/** Serves the board until it is closed or has been idle for an hour. */
export async function serveBoard(board: Board, { port, host }: ServeOptions): Promise<Served> {
  const { app, token } = buildBoard(board)
  const close = async (): Promise<void> => app.close()
  const timer = setTimeout(() => void close(), IDLE_MS)
  app.addHook('onRequest', async () => void timer.refresh())
  app.addHook('onResponse', async () => void timer.refresh())
  app.addHook('onClose', async () => clearTimeout(timer))
  const ended = new Promise<void>((resolve) => app.server.once('close', resolve))
  await app.listen({ port, host }).catch(async (error: NodeJS.ErrnoException) => {
    await close()
    if (error.code !== 'EADDRINUSE') throw error
    throw new OwnerError(`Port ${port} is in use. Choose another port with --port.`)
  })
  const { port: bound } = app.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${bound}/?token=${token}`, ended, close }
}
