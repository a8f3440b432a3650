import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suppressionsFile } from '../../api/src/list/suppressions/file.ts'
import type { Board } from '../../api/src/owner/board/request.ts'
import { type Served, serveBoard } from '../../api/src/owner/board/serve.ts'
import { readBrand } from '../../api/src/owner/cli/board.ts'
import { withDatabase } from '../../api/src/owner/cli/connect.ts'
import { readConfig } from '../../api/src/system/settings.ts'
import { SITE } from './site-setup.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'waitlist-board-'))
process.on('exit', () => rmSync(FOLDER, { recursive: true, force: true }))

/**
 * Returns a database's board as the owner's program makes it, with the look of the tests' site if that has been built.
 */
export async function boardOf(databaseUrl: string, changes: Partial<Board> = {}): Promise<Board> {
  const dataDir = join(FOLDER, randomUUID())
  const mailsFile = join(SITE, 'mails.json')
  return {
    ...readConfig({
      DATA_DIR: dataDir,
      SAMPLES_FILE: join(SITE, 'samples.json'),
      MAILS_FILE: mailsFile,
    }),
    name: './waitlist',
    ownerUrl: async () => databaseUrl,
    findDataDir: async () => dataDir,
    mailFile: (file) => file,
    diskPath: undefined,
    migrateCommand: 'npm run migrate',
    startCommand: 'npm start',
    withSession: (work) => withDatabase(databaseUrl, { migrateCommand: 'npm run migrate' }, work),
    brand: await readBrand(mailsFile),
    suppressions: suppressionsFile(dataDir),
    ...changes,
  }
}

/** Serves a database's board on a free port. */
export const startBoard = async (databaseUrl: string, changes?: Partial<Board>): Promise<Served> =>
  serveBoard(await boardOf(databaseUrl, changes), { port: 0, host: '127.0.0.1' })

/** A board that a browser has opened. */
export interface OpenBoard {
  readonly origin: string
  /** The session, as `name=value`. */
  readonly cookie: string
}

export async function openBoard({ url }: Pick<Served, 'url'>): Promise<OpenBoard> {
  const { headers } = await fetch(url, { redirect: 'manual' })
  const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';')
  return { origin: new URL(url).origin, cookie }
}
