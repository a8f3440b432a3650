import { createServer } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import { type Served, serveBoard } from '../../api/src/board/serve.ts'
import { withDatabase } from '../../api/src/cli/connect.ts'

interface BoardOptions {
  /** In milliseconds. */
  readonly idle?: number
  readonly port?: number
}

/** Serves the board of a database on a free port. */
export const startBoard = (
  databaseUrl: string,
  { port = 0, ...options }: BoardOptions = {},
): Promise<Served> =>
  serveBoard(
    { name: 'Site', withSession: (work) => withDatabase(databaseUrl, work) },
    { port, host: '127.0.0.1', ...options },
  )

/** A board that a browser has opened. */
export interface OpenBoard {
  readonly origin: string
  /** `name=value` of the session. */
  readonly cookie: string
}

export async function openBoard({ url }: Pick<Served, 'url'>): Promise<OpenBoard> {
  const { headers } = await fetch(url, { redirect: 'manual' })
  const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';')
  return { origin: new URL(url).origin, cookie }
}

/** One open board for all tests of a file. */
export function useBoard(databaseUrl: () => string): () => OpenBoard {
  let served: Served | undefined
  let open: OpenBoard | undefined
  beforeAll(async () => {
    served = await startBoard(databaseUrl())
    open = await openBoard(served)
  })
  afterAll(() => served?.close())
  return () => {
    if (open === undefined) throw new Error('Use the board in a test or a hook.')
    return open
  }
}

/** Holds a free port until the end. */
export async function takePort(): Promise<{ port: number; release: () => void }> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { port, release: () => server.close() }
}
