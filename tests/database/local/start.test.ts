import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdir, readdir, readFile, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { sendForm } from '../../stack/support/requests.ts'
import { temporaryFolder } from '../../support/for-a-test.ts'
import { newPerson } from '../../support/people.ts'
import { freePort } from '../../support/ports.ts'
import { copyTree, runInTree } from '../../support/tree.ts'

/** Writes a small site with the real mails, in the place of a build. */
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

/** The real, effective, saved and file-system user of a process, and its groups. */
const identityOf = (pid: number): Record<string, string[]> => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const ids = (name: string) =>
    (new RegExp(`^${name}:(.*)$`, 'm').exec(status)?.[1] ?? '').trim().split(/\s+/)
  return { users: ids('Uid'), groups: [...ids('Gid'), ...ids('Groups')] }
}

test('npm start serves the site and writes emails without the rights of root, and ends on Ctrl-C', async () => {
  // Only its owner can enter the tree, as with a repository in the home of root.
  const tree = await copyTree(onTestFinished)
  const dataDir = temporaryFolder()
  await chmod(dataDir, 0o755)
  // An earlier version wrote mails as root.
  const mailDir = join(dataDir, 'mail')
  await mkdir(mailDir, { mode: 0o700 })

  const port = String(await freePort())
  const env = { PATH: process.env['PATH'], PORT: port, DATA_DIR: dataDir }
  await runInTree(tree, BUILD, env)
  const child = spawn(process.execPath, ['local/start.ts'], {
    cwd: tree,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  // Also after a failure, so that Postgres ends with it.
  onTestFinished(async () => {
    child.kill('SIGINT')
    await ended
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  await expect.poll(() => output).toContain('Stop  Ctrl-C')

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

  await utimes(join(tree, 'web/dist/site.json'), 0, 0)
  await expect.poll(() => output).toContain('The site was built again. Restart npm start')

  child.kill('SIGINT')
  expect([await ended, output]).toEqual([[0, null], expect.not.stringContaining('rror')])
  expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})
