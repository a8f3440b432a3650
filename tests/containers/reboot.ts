import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { WAITLIST_PATH } from '../../api/contract/waitlist.ts'
import { bodyOf, somebody } from '../support/people.ts'
import { signUp } from './sign-up.ts'
import type { Stack } from './stack.ts'
import { startVisits } from './visits.ts'

/** The machine is shut down and started again. */
export function reboot(running: () => Stack): void {
  const inspect = async (format: string) => {
    const command = `docker inspect --format '${format}' $(docker compose ps --all --quiet SERVICE)`
    const services = ['nginx', 'api', 'db']
    const outputs = services.map((name) => running().shell(command.replace('SERVICE', name)))
    return (await Promise.all(outputs)).map((output) => output.trim())
  }
  const boot = (...services: string[]) =>
    running().shell(`docker start $(docker compose ps --all --quiet ${services.join(' ')})`)

  test('who is still sending a signup is answered before the API and its database end', async () => {
    const { url, compose } = running()
    const person = somebody()
    const body = JSON.stringify(bodyOf(person))
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const signup = request(url + WAITLIST_PATH, { method: 'POST', headers })
    const answered = once(signup, 'response') as Promise<[IncomingMessage]>
    signup.write(body.slice(0, 1))
    await once(signup, 'socket').then(([socket]) => socket.connecting && once(socket, 'connect'))

    const stopped = compose('stop')
    const refused = () =>
      fetch(url).then(
        () => false,
        () => true,
      )
    await expect.poll(refused, { timeout: 30_000 }).toBe(true)
    // Time enough for the others to end, if they did not wait.
    await sleep(3_000)
    signup.end(body.slice(1))
    const [{ statusCode }] = await answered
    expect(statusCode).toBe(201)
    await stopped
    expect(await inspect('{{.State.ExitCode}}')).toEqual(['0', '0', '0'])
    const ended = await inspect('{{.State.FinishedAt}}')
    expect(ended).toEqual(ended.toSorted())
  }, 120_000)

  test('while the database is still missing, pages are served and signups refused', async () => {
    // As the engine does when it starts: in no order.
    await boot('nginx', 'api')
    const { url } = running()
    const alive = async () => (await fetch(`${url}/api/health`)).status
    await expect.poll(alive, { timeout: 20_000 }).toBe(200)
    expect((await fetch(url)).status).toBe(200)
    const refused = await signUp(url)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  }, 60_000)

  test('when it is there, all goes on by itself', async () => {
    await boot('db')
    const { url } = running()
    const ready = async () => (await fetch(`${url}/api/ready`)).status
    await expect.poll(ready, { timeout: 60_000 }).toBe(200)
    const visits = startVisits(url)
    await expect.poll(() => visits.joined.length, { timeout: 30_000 }).toBeGreaterThan(20)
    await visits.expectNobodyLost(running())
  }, 120_000)
}
