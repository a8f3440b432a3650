// Runs by day if a change touches api/src/system/logging.ts, api/src/system/pool.ts,
// api/src/system/server.ts, api/src/server.ts, nginx/nginx.conf, nginx/proxy.conf, docker-compose.yml,
// Dockerfile, tests/stack/support/.

import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { test as base, expect } from 'vitest'
import { sendForm } from '../../stack/support/requests.ts'
import { psql, type Stack } from '../../stack/support/stack.ts'
import { describeStack, newStack } from '../../stack/support/test.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { joinRequest, open } from '../../support/raw-http.ts'
import { startVisits } from './visits.ts'

/** A download of this size does not fit into the socket buffers, so it is still running when the stack is stopped. */
const LARGE_BYTES = 64 * 1024 * 1024

// The tests share a stack and run in order, because the reboot ends without the worker.
const test = base.extend(
  'stack',
  { scope: 'file' },
  newStack({ settings: { RATE_LIMIT_MAX: '1000000' } }),
)

describeStack('a stack that loses a service', () => {
  const inspect = async (stack: Stack, format: string) => {
    const command = `docker inspect --format '${format}' $(docker compose ps --all --quiet SERVICE)`
    const services = ['nginx', 'api', 'db']
    const outputs = services.map((name) => stack.shell(command.replace('SERVICE', name)))
    return (await Promise.all(outputs)).map((output) => output.trim())
  }

  test('the database logs refused connections, but no error that quotes a person', async ({
    stack,
  }) => {
    const quoting = psql(stack, "SELECT 'eve@shop.example'::integer")
    await expect(quoting).rejects.toThrow('eve@shop.example')
    await psql(stack, 'ALTER ROLE waitlist_api CONNECTION LIMIT 0')
    await stack.compose('restart', 'api')
    await expect.poll(async () => (await sendForm(stack.url)).status).toBe(503)
    const log = await stack.compose('logs', '--no-color', 'db')
    expect(log).toContain('FATAL:  too many connections for role')
    expect(log).not.toContain('eve@shop')
    await psql(stack, 'ALTER ROLE waitlist_api CONNECTION LIMIT -1')
  })

  test('a stack that is told to stop finishes running downloads and signups first', async ({
    stack,
  }) => {
    const { url, compose } = stack
    const create = `truncate --size ${LARGE_BYTES} /srv/releases/current/site/large.bin`
    await compose('run', '--rm', '--no-deps', '-T', 'site', 'sh', '-c', create)
    const download = await open(url)
    download.write('GET /large.bin HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await once(download, 'readable')
    const signup = await open(url)
    const request = joinRequest(bodyOf(newPerson()))
    signup.write(request.slice(0, -1))

    const stopped = compose('stop')
    await expect.poll(() => fetch(url).then(String, String)).toBe('TypeError: fetch failed')
    // An API or a database that does not wait for nginx would end within this time.
    await sleep(2_000)
    signup.write(request.slice(-1))
    const [response] = (await once(signup, 'data')) as [Buffer]
    expect(response.toString()).toMatch(/^HTTP\/1\.1 201 /)
    expect((await buffer(download)).length).toBeGreaterThan(LARGE_BYTES)

    await stopped
    expect(await inspect(stack, '{{.State.ExitCode}}')).toEqual(['0', '0', '0'])
    const ended = await inspect(stack, '{{.State.FinishedAt}}')
    expect(ended).toEqual(ended.toSorted())
  })

  test('if the stack boots without the database, signups succeed once the database is back', async ({
    stack,
  }) => {
    await stack.compose('stop')
    // The engine starts containers in any order.
    const boot = (services: string) =>
      stack.shell(`docker start $(docker compose ps --all --quiet ${services})`)
    await boot('nginx api')
    const { url } = stack
    const statusOf = async (path: string) => (await fetch(url + path)).status
    await expect.poll(() => statusOf('/api/health')).toBe(200)
    expect(await statusOf('/')).toBe(200)
    const refused = await sendForm(url)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])

    await boot('db worker')
    await expect.poll(() => statusOf('/api/ready')).toBe(200)
    const visits = startVisits(url)
    await expect.poll(() => visits.joined.length).toBeGreaterThan(20)
    await visits.expectNobodyLost(stack)
  })
})
