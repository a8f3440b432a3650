import type { AddressInfo } from 'node:net'
import { OwnerError } from '../../../contract/owner-error.ts'
import type { Board } from './add-pages.ts'
import { buildBoard } from './board.ts'

/** The board ends after this time without a request. In milliseconds. */
const IDLE = 3_600_000

interface ServeOptions {
  /** 0 is any free port. */
  readonly port: number
  /** The address to listen on. */
  readonly host: string
  readonly idle?: number
}

export interface Served {
  /** The link for the owner's browser. It works once. */
  readonly url: string
  /** Resolves when the board has ended. */
  readonly ended: Promise<void>
  close(): Promise<void>
}

const explainListen = (error: NodeJS.ErrnoException, port: number): Error =>
  error.code === 'EADDRINUSE'
    ? new OwnerError(`Port ${port} is in use. Choose another one with --port.`)
    : error

/** Serves the board until it is closed, or nobody has used it for an hour. */
export async function serveBoard(
  board: Board,
  { port, host, idle = IDLE }: ServeOptions,
): Promise<Served> {
  const { app, access } = buildBoard(board)
  const close = async (): Promise<void> => app.close()
  const timer = setTimeout(() => void close(), idle)
  app.addHook('onRequest', async () => void timer.refresh())
  app.addHook('onResponse', async () => void timer.refresh())
  app.addHook('onClose', async () => clearTimeout(timer))
  const ended = new Promise<void>((resolve) => app.server.once('close', resolve))
  await app.listen({ port, host }).catch(async (error: NodeJS.ErrnoException) => {
    await close()
    throw explainListen(error, port)
  })
  const { port: bound } = app.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${bound}/?token=${access.token}`, ended, close }
}
