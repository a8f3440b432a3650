import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { joinRequest } from '../../support/attacks.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { signUp } from '../../support/stack/sign-up.ts'
import { describeStack, useStack } from '../../support/stack/use-stack.ts'
import { startVisits } from '../../support/stack/visits.ts'

/** More than the buffers of all sockets on the way hold. In bytes. */
const LARGE = 64 * 1024 * 1024

describeStack('a reboot of the machine', () => {
  const running = useStack({ settings: { RATE_LIMIT_MAX: '1000000' } })

  const inspect = async (format: string) => {
    const command = `docker inspect --format '${format}' $(docker compose ps --all --quiet SERVICE)`
    const services = ['nginx', 'api', 'db']
    const outputs = services.map((name) => running().shell(command.replace('SERVICE', name)))
    return (await Promise.all(outputs)).map((output) => output.trim())
  }
  const open = async () => {
    const { hostname, port } = new URL(running().url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    return socket
  }

  test('on a stop, a download and a signup under way are completed, and the services end in order', async () => {
    const { url, compose } = running()
    const create = `truncate --size ${LARGE} /srv/releases/current/site/large.bin`
    await compose('run', '--rm', '--no-deps', '-T', 'site', 'sh', '-c', create)
    const download = await open()
    let received = 0
    download.write('GET /large.bin HTTP/1.1\r\nhost: localhost\r\n\r\n')
    const [head] = (await once(download, 'data')) as [Buffer]
    received += head.length
    download.pause()
    const signup = await open()
    const request = joinRequest(bodyOf(newPerson()))
    signup.write(request.slice(0, -1))

    const stopped = compose('stop')
    const isClosed = () =>
      fetch(url).then(
        () => false,
        () => true,
      )
    await expect.poll(isClosed).toBe(true)
    // An API and a database that do not wait for nginx would end in this time.
    await sleep(2_000)
    signup.write(request.slice(-1))
    const [response] = (await once(signup, 'data')) as [Buffer]
    expect(response.toString()).toMatch(/^HTTP\/1\.1 201 /)
    download.on('data', (chunk: Buffer) => {
      received += chunk.length
    })
    download.resume()
    await once(download, 'close')
    expect(received).toBeGreaterThan(LARGE)

    await stopped
    expect(await inspect('{{.State.ExitCode}}')).toEqual(['0', '0', '0'])
    const ended = await inspect('{{.State.FinishedAt}}')
    expect(ended).toEqual(ended.toSorted())
  })

  test('after a boot without the database, pages are served; signups start by themselves', async () => {
    await running().compose('stop')
    // The engine starts containers in no order.
    const boot = (services: string) =>
      running().shell(`docker start $(docker compose ps --all --quiet ${services})`)
    await boot('nginx api')
    const { url } = running()
    const statusOf = async (path: string) => (await fetch(url + path)).status
    await expect.poll(() => statusOf('/api/health')).toBe(200)
    expect(await statusOf('/')).toBe(200)
    const refused = await signUp(url)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])

    await boot('db')
    await expect.poll(() => statusOf('/api/ready')).toBe(200)
    const visits = startVisits(url)
    await expect.poll(() => visits.joined.length).toBeGreaterThan(20)
    await visits.expectNobodyLost(running())
  })
})
