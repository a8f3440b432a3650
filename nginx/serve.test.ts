import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../tests/support/for-a-test.ts'

/** Stand-ins for commands. `FOLDER` is the folder of the test. */
const COMMANDS = {
  /** Saves the address that nginx would read at its start and at each reload. */
  nginx: `cp FOLDER/tmp/nginx/api.conf FOLDER/read.conf
    case " $* " in *' -s reload '*) exit ;; esac
    echo $$ >FOLDER/tmp/nginx.pid
    exec /bin/sleep 60`,
  /** Takes the next line of the file, and repeats the last one. A line \`-\` is a lookup that fails. */
  getent: `read -r address <FOLDER/lookups
    if [ "$(wc -l <FOLDER/lookups)" -gt 1 ]; then
      tail -n +2 FOLDER/lookups >FOLDER/later && mv FOLDER/later FOLDER/lookups
    fi
    [ "$address" != - ] || exit 2
    for type in STREAM DGRAM RAW; do echo "$address $type api"; done`,
  sleep: 'exec /bin/sleep 0.02',
}

/** Runs nginx/serve with stand-ins, with another folder instead of /tmp, and on a kernel without IPv6. */
function startServe(...lookups: string[]) {
  const folder = temporaryFolder()
  for (const name of ['bin', 'tmp']) mkdirSync(join(folder, name))
  for (const [name, script] of Object.entries(COMMANDS)) {
    const text = `#!/bin/sh\n${script.replaceAll('FOLDER', folder)}\n`
    writeFileSync(join(folder, 'bin', name), text, { mode: 0o755 })
  }
  for (const name of ['serve', 'start.sh']) {
    const text = readFileSync(new URL(name, import.meta.url), 'utf8')
    const moved = text
      .replaceAll('/tmp/', `${folder}/tmp/`)
      .replaceAll('/proc/net/if_inet6', join(folder, 'if_inet6'))
    writeFileSync(join(folder, name), moved, { mode: 0o755 })
  }
  const look = (...next: string[]) => {
    writeFileSync(join(folder, 'next'), next.map((line) => `${line}\n`).join(''))
    renameSync(join(folder, 'next'), join(folder, 'lookups'))
  }
  look(...lookups)
  const { pid = 0 } = spawn(join(folder, 'serve'), [folder], {
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: `${join(folder, 'bin')}:${process.env['PATH']}` },
  })
  // nginx and the loop that reloads it are one group of processes.
  onTestFinished(() => void process.kill(-pid, 'SIGKILL'))
  const read = join(folder, 'read.conf')
  return {
    look,
    address: () => (existsSync(read) ? readFileSync(read, 'utf8') : ''),
    listens: (port: number) => readFileSync(`${folder}/tmp/nginx/listen-${port}.conf`, 'utf8'),
  }
}

test.each([
  ['successful lookups', []],
  ['a first lookup that fails', ['-']],
  ['a successful lookup and a failed lookup', ['10.0.0.1', '-']],
  ['a successful lookup and two failed lookups', ['10.0.0.1', '-', '-']],
])('nginx starts with the API’s address after %s', async (_what, lookups) => {
  const { address } = startServe(...lookups, '10.0.0.1')
  await expect.poll(address).toBe('server 10.0.0.1:3000;\n')
})

test.each([
  ['successful lookups', []],
  ['a first lookup that fails', ['-']],
  ['a successful lookup and a failed lookup', ['10.0.0.2', '-']],
  ['a successful lookup and two failed lookups', ['10.0.0.2', '-', '-']],
  ['lookups that return the old address again', ['10.0.0.2', '10.0.0.1', '10.0.0.1']],
])('nginx follows the API to a new address after %s', async (_what, lookups) => {
  const { look, address } = startServe('10.0.0.1')
  await expect.poll(address).toBe('server 10.0.0.1:3000;\n')
  look(...lookups, '10.0.0.2')
  await expect.poll(address).toBe('server 10.0.0.2:3000;\n')
})

test('nginx puts the API’s IPv6 address in brackets', async () => {
  const { address } = startServe('fd00::2')
  await expect.poll(address).toBe('server [fd00::2]:3000;\n')
})

test('nginx listens only on IPv4 if the kernel lacks IPv6', async () => {
  const { address, listens } = startServe('10.0.0.1')
  await expect.poll(address).not.toBe('')
  expect(listens(8080)).toBe('listen 8080 default_server;\n')
  expect(listens(8443)).toBe('listen 8443 ssl default_server;\n')
})
