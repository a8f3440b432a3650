// Runs by day if a change touches local/, web/vite.config.ts, web/pages/+config.ts, package-lock.json.

import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { DONE_PATHS, LINK_PATHS } from '@ad-kit/contract'
import { afterAll, describe, expect, test } from 'vitest'
import { WITHOUT_ENV_FILE } from '../../../local/site/build.ts'
import { sendForm } from '../../stack/support/requests.ts'
import { freePort } from '../../support/ports.ts'
import { ROOT } from '../../support/repository.ts'

interface Run {
  readonly child: ChildProcessByStdio<null, Readable, Readable>
  readonly origin: string
  output(): string
}

describe('development', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'dev-'))
  // When root runs the tests, Postgres's account needs access.
  chmodSync(dataDir, 0o755)
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  async function start(): Promise<Run> {
    const port = String(await freePort())
    const child = spawn(process.execPath, [join(ROOT, 'local/dev.ts')], {
      // The owner's `.env` must have no effect.
      cwd: dataDir,
      env: { PATH: process.env['PATH'], PORT: port, DATA_DIR: dataDir, ...WITHOUT_ENV_FILE },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk
      })
    }
    await expect.poll(() => output).toContain('Stop  Ctrl-C')
    return { child, origin: `http://127.0.0.1:${port}`, output: () => output }
  }

  test('npm run dev shows edits of the site, accepts signups and links, and ends on a signal', async () => {
    const { child, origin, output } = await start()
    const page = await fetch(origin)
    expect(await page.text()).toContain('<div id="root"><')
    expect((await fetch(`${origin}/favicon.svg`)).headers.get('content-type')).toBe('image/svg+xml')
    expect((await sendForm(origin)).status).toBe(201)

    const link = async (method: string, path: string) => {
      const response = await fetch(`${origin}${path}?t=x`, { method, redirect: 'manual' })
      return [response.status, response.headers.get('location')]
    }
    expect(await link('GET', LINK_PATHS.confirm)).toEqual([200, null])
    expect(await link('POST', LINK_PATHS.confirm)).toEqual([303, DONE_PATHS.expired])
    expect(await link('GET', LINK_PATHS.erase)).toEqual([303, `${LINK_PATHS.data}?t=x`])
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([0, null])
    // By default, styled-components does not know the menu button's new attribute.
    expect(output()).not.toContain('unknown prop')
  })
})
