import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startApiProcess } from '../../tests/database/support/api-process.ts'
import { createDatabase, migrateForApi } from '../../tests/support/database.ts'
import { ROOT } from '../../tests/support/repository.ts'
import { startSmtp } from '../../tests/support/smtp.ts'
import { TEMPLATES } from '../../tests/support/worker.ts'
import { startDatabase } from './database.ts'
import { requestFor } from './load.ts'

// `npm run bench:floods` starts the API, the worker and a mail server, sends a flood of forms or imports a list, and
// prints how long a visitor then waits for the confirmation email.

/** The visitor arrives this long after the flood starts, by when the flood can have used up its share. */
const LEAD_MS = 15_000

/** A visitor gives up after this long. */
const LIMIT_MS = 60_000

type Site = Awaited<ReturnType<typeof startSite>>

async function startSite(databaseUrl: string, folder: string, settings: Record<string, string>) {
  await migrateForApi(databaseUrl)
  const smtp = await startSmtp()
  const mails = join(folder, 'mails.json')
  const welcome = { name: 'welcome', days: 0, until: 'always', where: [], ...TEMPLATES.remind }
  writeFileSync(mails, JSON.stringify({ ...TEMPLATES, after: [welcome] }))
  const env = {
    ...{
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      MAILS_FILE: mails,
    },
    ...{ SMTP_URL: smtp.url, SITE_URL: TEMPLATES.origin, LOG_LEVEL: 'warn', ...settings },
  }
  const api = await startApiProcess({ databaseUrl, settings: { TRUST_PROXY: '127.0.0.1' } })
  const run = (...args: readonly string[]) =>
    spawn(process.execPath, args, { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const worker = run('api/src/worker.ts')
  return {
    smtp,
    async program(...args: readonly string[]): Promise<void> {
      const [code] = await once(run('api/src/owner.ts', ...args), 'exit')
      if (code !== 0) throw new Error(`${args[0]} ended with ${code}.`)
    },
    /** Sends the form from an IP address. */
    async join(email: string, address: string): Promise<void> {
      const { url, headers, ...request } = requestFor(api.origin, email)
      const response = await fetch(url, {
        ...request,
        headers: { ...headers, 'x-forwarded-for': address },
      })
      if (response.status !== 201) throw new Error(`A signup got ${response.status}.`)
    },
    async stop(): Promise<void> {
      worker.kill('SIGTERM')
      await once(worker, 'exit')
      await api.end('SIGTERM')
      await smtp.close()
    },
  }
}

async function joinFrom(site: Site, forms: number, networks: number): Promise<void> {
  for (let n = 0; n < forms; n += 1) {
    await site.join(
      `flood.${n}@example.org`,
      `2001:db8:${(n % networks).toString(16)}:${n.toString(16)}::1`,
    )
  }
}

const FLOODS: Readonly<Record<string, (site: Site, folder: string) => Promise<void>>> = {
  nothing: async () => {},
  '500 forms of one network': (site) => joinFrom(site, 500, 1),
  '1,000 forms of 1,000 networks': (site) => joinFrom(site, 1_000, 1_000),
  'an import of 5,000 with a welcome letter': async (site, folder) => {
    const file = join(folder, 'people.csv')
    const lines = Array.from({ length: 5_000 }, (_, n) => `Ada,Li,import.${n}@example.net,other`)
    writeFileSync(file, ['first_name,last_name,email,role', ...lines].join('\n'))
    await site.program('import', file, '--confirmed', '--yes')
  },
}

/** Returns the seconds until a visitor receives the confirmation, and the number of emails sent before it. */
async function measure(site: Site, folder: string, flood: string) {
  // The worker must have recorded the letters first.
  await sleep(2_000)
  await FLOODS[flood]?.(site, folder)
  await sleep(LEAD_MS)
  const before = site.smtp.received.length
  const [email, start] = ['visitor@example.com', performance.now()]
  await site.join(email, '203.0.113.7')
  const isThere = () => site.smtp.received.some(({ to }) => to === email)
  while (!isThere() && performance.now() - start < LIMIT_MS) await sleep(50)
  const seconds = Math.round((performance.now() - start) / 100) / 10
  return { 'emails before': before, 'visitor waits, s': isThere() ? seconds : Number.NaN }
}

const database = await startDatabase()
try {
  const rows: Record<string, object> = {}
  for (const [n, flood] of Object.keys(FLOODS).entries()) {
    for (const perDay of ['', '100']) {
      const url = await createDatabase(database.url, `flood_${n}_${perDay || 'free'}`)
      const site = await startSite(url, database.folder, { MAIL_PER_DAY: perDay })
      const name = `${flood}${perDay && `, MAIL_PER_DAY=${perDay}`}`
      rows[name] = await measure(site, database.folder, flood).finally(() => site.stop())
    }
  }
  console.table(rows)
} finally {
  await database.remove()
}
