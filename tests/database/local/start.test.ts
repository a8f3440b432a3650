import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sendForm } from '../../stack/support/requests.ts'
import { openBoard } from '../../support/board.ts'
import { temporaryFolder } from '../../support/for-a-test.ts'
import { newPerson } from '../../support/people.ts'
import { freePort } from '../../support/ports.ts'
import { copyTree, runInTree } from '../../support/tree.ts'
import { outcome } from '../support/run-program.ts'

/** Writes a small site with the real emails, which is faster than building the site. */
const BUILD = `
  const { mkdir, stat, writeFile } = await import('node:fs/promises')
  const { fingerprint } = await import('./local/site/build.ts')
  const { makeMails } = await import('./local/site/mails.ts')
  const write = (file, content) => writeFile('web/dist/' + file, content)
  const page = { file: 'index.html', csp: "default-src 'none'" }
  await mkdir('web/dist/client', { recursive: true })
  await write('client/index.html', '<h1>A small site</h1>')
  await write('mails.json', JSON.stringify(await makeMails()))
  await write('pages.json', JSON.stringify({ visited: ['/'], frame: { html: '', csp: '' } }))
  await write('site.json', JSON.stringify({ headers: {}, pages: { '/': page }, notFound: page }))
  const { mtimeMs } = await stat('web/dist/site.json')
  await write('.fingerprint', (await fingerprint(process.env)) + ' ' + mtimeMs + '\\n')
  process.exit()`

/** Returns a process's real, effective, saved and file-system users, and its groups. */
const identityOf = (pid: number): Record<string, string[]> => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const ids = (name: string) =>
    (new RegExp(`^${name}:(.*)$`, 'm').exec(status)?.[1] ?? '').trim().split(/\s+/)
  return { users: ids('Uid'), groups: [...ids('Gid'), ...ids('Groups')] }
}

/** Runs `npm start` in a tree until its site can be used. It is stopped at the end of the test. */
async function start(tree: string, env: NodeJS.ProcessEnv, ...args: string[]) {
  await runInTree(tree, BUILD, env)
  const child = spawn(process.execPath, ['local/start.ts', ...args], {
    cwd: tree,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  // Postgres must end even if the test fails.
  onTestFinished(async () => {
    child.kill('SIGINT')
    await ended
  })
  const shown = { output: '' }
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      shown.output += chunk
    })
  }
  await expect.poll(() => shown.output).toContain('Stop  Ctrl-C')
  return { child, ended, shown }
}

test('npm start serves the site and writes emails without root privileges, and stops on Ctrl-C', async () => {
  // Only its owner can enter the tree, as with a repository in root's home.
  const tree = await copyTree(onTestFinished)
  const dataDir = temporaryFolder()
  await chmod(dataDir, 0o755)
  // A program that ran as root may have made this folder.
  const mailDir = join(dataDir, 'mail')
  await mkdir(mailDir, { mode: 0o700 })

  const port = String(await freePort())
  const env = { PATH: process.env['PATH'], PORT: port, DATA_DIR: dataDir }
  const { child, ended, shown } = await start(tree, env)

  if (process.platform === 'linux') {
    const { users, groups } = identityOf(Number(child.pid))
    expect(users).not.toContain('0')
    expect(groups).not.toContain('0')
  }
  const origin = `http://127.0.0.1:${port}`
  expect(await (await fetch(origin)).text()).toContain('A small site')
  const { email } = newPerson()
  expect((await sendForm(origin, { email })).status).toBe(201)
  const mails = async () => (await readdir(mailDir)).filter((file) => file.endsWith('.eml'))
  await expect.poll(mails).toHaveLength(1)
  const [mail = ''] = await mails()
  const text = await readFile(join(mailDir, mail), 'utf8')
  expect(text).toContain(`To: ${email}`)
  expect(text).toContain(`localhost:${port}`)

  // npm start checks once a second, and the email took longer than that.
  const note = 'The site was rebuilt. Restart npm start'
  expect(shown.output).not.toContain(note)
  await utimes(join(tree, 'web/dist/site.json'), 1, 1)
  await chmod(tree, 0o755)
  await expect.poll(() => shown.output).toContain(note)

  child.kill('SIGINT')
  expect([await ended, shown.output]).toEqual([[0, null], expect.not.stringContaining('rror')])
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('npm start -- --sample shows invented people, and uses neither the list nor the mail server', async () => {
  const tree = await copyTree(onTestFinished)
  const dataDir = temporaryFolder()
  await chmod(dataDir, 0o755)
  // With one of these databases or this mail server, the site or the program would fail.
  const database = 'postgres://a:b@127.0.0.1:1/real'
  const unused = {
    DATABASE_URL: database,
    DATABASE_OWNER_URL: database,
    SMTP_URL: 'smtp://127.0.0.1:1',
    WEBHOOK_URL: 'http://127.0.0.1:1',
    WEBHOOK_SECRET: 'secret',
  }
  const port = String(await freePort())
  const env = { PATH: process.env['PATH'], PORT: port, DATA_DIR: dataDir, ...unused }
  // npm sets this for `npm start --sample`.
  const site = await start(tree, { ...env, npm_config_sample: 'true' })
  const waitlist = (...args: string[]) =>
    spawn(process.execPath, ['local/waitlist.ts', '--sample', ...args], { cwd: tree, env })

  const mails = async () =>
    (await readdir(join(dataDir, 'sample/mail'))).filter((file) => file.endsWith('.eml'))
  await expect.poll(mails, { timeout: 20_000 }).toHaveLength(20)
  const { stdout, code } = await outcome(waitlist('stats', '--json'), '')
  const { total, left, visits, by_source, ...others } = JSON.parse(stdout)
  expect([code, total + left]).toEqual([0, 300])
  expect(others).toMatchObject({ invited: 40, claimed: 14, letters: [{ letter: 'question' }] })
  expect(visits).toBeGreaterThan(1_000)
  expect(by_source.map(({ source }: { source: string }) => source)).toContain('a friend')

  const board = waitlist('board')
  const [link] = await once(board.stdout, 'data')
  const { origin, cookie } = await openBoard({ url: String(link).trim() })
  const page = await (await fetch(origin, { headers: { cookie } })).text()
  board.kill('SIGINT')
  await once(board, 'close')
  expect(page).toContain('all people and numbers are invented')

  site.child.kill('SIGINT')
  expect([await site.ended, site.shown.output]).toEqual([
    [0, null],
    expect.not.stringContaining('rror'),
  ])
  expect(await readdir(dataDir)).toEqual(['sample'])
})
