import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AfterLetter } from '../../../letters/mail-templates.ts'
import { ROOT } from '../../support/repository.ts'
import { TEMPLATES } from '../../support/worker.ts'

/** A letter that everyone gets right after confirming. */
const WELCOME: AfterLetter = {
  name: 'welcome',
  days: 0,
  until: 'always',
  where: [],
  ...TEMPLATES.remind,
  subject: 'Welcome',
}

interface ProcessOptions {
  /** The URL of the tables' owner. */
  readonly databaseUrl: string
  /** The process keeps its data here. */
  readonly folder: string
  readonly settings?: Readonly<Record<string, string>>
  /** Node.js options. */
  readonly options?: readonly string[]
}

/** The worker as a process, as in production. */
export function startWorkerProcess({
  databaseUrl,
  folder,
  settings,
  options = [],
}: ProcessOptions) {
  const mailsFile = join(folder, 'mails.json')
  writeFileSync(mailsFile, JSON.stringify({ ...TEMPLATES, after: [WELCOME] }))
  const child = spawn(process.execPath, [...options, 'api/src/worker.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      MAILS_FILE: mailsFile,
      DATA_DIR: folder,
      ...settings,
    },
  })
  const ended = once(child, 'exit')
  return {
    freeze: () => child.kill('SIGSTOP'),
    goOn: () => child.kill('SIGCONT'),
    async end(signal: NodeJS.Signals) {
      child.kill(signal)
      return (await ended)[0]
    },
  }
}
