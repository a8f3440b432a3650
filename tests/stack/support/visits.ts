import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { WAITLIST_PATH } from '../../../contract/waitlist.ts'
import { bodyOf, newPerson } from '../../support/people.ts'
import { PATHS } from '../../support/routes.ts'
import type { Stack } from './stack.ts'
import { listed } from './tables.ts'

/** The pause between two visits of one visitor. All visits stay below nginx's limit of 100 a second. */
const PAUSE = 60

/** The limit of a visit on a busy machine. In milliseconds. */
const PATIENCE = 15_000

interface Reply {
  readonly message: IncomingMessage
  readonly body: string
}

/** Sends a request over a new connection. On a reused one, a browser would retry by itself. */
async function send(url: string, body?: string): Promise<Reply> {
  const sent = request(url, {
    agent: false,
    signal: AbortSignal.timeout(PATIENCE),
    ...(body && { method: 'POST', headers: { 'content-type': 'application/json' } }),
  }).end(body)
  const [message] = (await once(sent, 'response')) as [IncomingMessage]
  return { message, body: await text(message) }
}

/** Whether a page is complete and its policy allows its styles. */
function isUsable({ message, body }: Reply): boolean {
  const policy = message.headers['content-security-policy'] ?? ''
  const styles = [...body.matchAll(/<style[^>]*>(.+?)<\/style>/gs)].map(([, style = '']) => style)
  const hashes = styles.map((style) => createHash('sha256').update(style).digest('base64'))
  const allowed = hashes.every((hash) => String(policy).includes(`'sha256-${hash}'`))
  return message.statusCode === 200 && body.endsWith('</html>') && styles.length > 0 && allowed
}

/** Reads a page; what is not usable has another result than `page`. */
async function read(url: string, path: string): Promise<string> {
  const reply = await send(url + path)
  return isUsable(reply) ? 'page' : `${path}: ${reply.message.statusCode}, not usable`
}

async function join(url: string, email: string): Promise<string> {
  const { message } = await send(url + WAITLIST_PATH, JSON.stringify(bodyOf(newPerson({ email }))))
  return String(message.statusCode)
}

/** Visitors who read and join again and again until `stop`. */
export function startVisits(url: string) {
  const seen: string[] = []
  const joined: string[] = []
  let going = true

  const keep = async (visit: () => Promise<string>) => {
    while (going) {
      seen.push(await visit().catch(String))
      await sleep(PAUSE)
    }
  }
  const reader = () => keep(() => read(url, PATHS[seen.length % PATHS.length] ?? '/'))
  const joiner = () =>
    keep(async () => {
      const { email } = newPerson()
      const status = await join(url, email)
      if (status === '201') joined.push(email)
      return status
    })
  const all = Promise.all([reader(), reader(), joiner(), joiner(), joiner(), joiner()])

  const stop = async () => {
    going = false
    await all
  }

  return {
    joined,
    stop,
    /**
     * Expects that every visit succeeded and that every signup is listed once.
     * @param away statuses of signups without an API
     */
    async expectNobodyLost(stack: Stack, away: readonly string[] = []): Promise<void> {
      await stop()
      const expected = ['page', '201', ...away]
      expect(seen.filter((result) => !expected.includes(result))).toEqual([])
      expect(joined.length).toBeGreaterThan(20)
      const kept = await listed(stack)
      expect(joined.filter((email) => !kept.includes(email))).toEqual([])
      expect(new Set(kept).size, 'one row a person').toBe(kept.length)
    },
  }
}
