import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suppressionsFile } from '../../api/src/list/suppressions/file.ts'
import { type Served, serveBoard } from '../../api/src/owner/board/serve.ts'
import { withDatabase } from '../../api/src/owner/cli/connect.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'waitlist-board-'))
process.on('exit', () => rmSync(FOLDER, { recursive: true, force: true }))

/** Serves the board of a database on a free port. */
export const startBoard = (
  databaseUrl: string,
  suppressions = suppressionsFile(join(FOLDER, randomUUID())),
  sample = false,
): Promise<Served> =>
  serveBoard(
    {
      name: 'Site',
      referrals: true,
      suppressions,
      sample,
      withSession: (work) => withDatabase(databaseUrl, { migrateCommand: 'npm run migrate' }, work),
    },
    { port: 0, host: '127.0.0.1' },
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
