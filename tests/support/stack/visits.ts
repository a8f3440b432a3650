import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { WAITLIST_PATH } from '../../../api/contract/waitlist.ts'
import { paths } from '../../../web/content/navigation.ts'
import { bodyOf, somebody } from '../people.ts'
import type { Stack } from './stack.ts'
import { listed } from './tables.ts'

/** Between two visits of one visitor. All together stay below nginx's 100 calls a second. */
const PAUSE = 60

/** What nobody is kept waiting for, even on a busy machine. In milliseconds. */
const PATIENCE = 15_000

/** What became of a visit: what the visitor came for, and what they saw. */
interface Visit {
  readonly wanted: string
  readonly seen: string
}

interface Answer {
  readonly message: IncomingMessage
  readonly body: string
}

/**
 * A visitor who has just come, by a connection of their own. What is lost with a kept
 * connection, a browser asks for again by itself.
 */
async function ask(url: string, body?: string): Promise<Answer> {
  const asking = request(url, {
    agent: false,
    signal: AbortSignal.timeout(PATIENCE),
    ...(body && { method: 'POST', headers: { 'content-type': 'application/json' } }),
  }).end(body)
  const [message] = (await once(asking, 'response')) as [IncomingMessage]
  return { message, body: await text(message) }
}

/** Whether a page is whole, and its own policy lets its styles in. */
function isUsable({ message, body }: Answer): boolean {
  const policy = message.headers['content-security-policy'] ?? ''
  const styles = [...body.matchAll(/<style[^>]*>(.+?)<\/style>/gs)].map(([, style = '']) => style)
  const hashes = styles.map((style) => createHash('sha256').update(style).digest('base64'))
  const allowed = hashes.every((hash) => String(policy).includes(`'sha256-${hash}'`))
  return message.statusCode === 200 && body.endsWith('</html>') && styles.length > 0 && allowed
}

async function read(url: string, path: string): Promise<string> {
  const answer = await ask(url + path)
  return isUsable(answer) ? 'page' : `${answer.message.statusCode}, not usable`
}

async function join(url: string, email: string): Promise<string> {
  const { message } = await ask(url + WAITLIST_PATH, JSON.stringify(bodyOf(somebody({ email }))))
  return String(message.statusCode)
}

/** People who keep coming, to read and to join, until they are told to stop. */
export function startVisits(url: string) {
  const visits: Visit[] = []
  const joined: string[] = []
  let going = true

  const keep = async (visit: () => Promise<Visit>) => {
    while (going) {
      visits.push(await visit())
      await sleep(PAUSE)
    }
  }
  const seenBy = (visit: Promise<string>) => visit.catch((error: Error) => String(error))
  const reader = () =>
    keep(async () => {
      const pages = Object.values(paths)
      const path = pages[visits.length % pages.length] ?? paths.home
      return { wanted: 'page', seen: await seenBy(read(url, path)) }
    })
  const joiner = () =>
    keep(async () => {
      const { email } = somebody()
      const seen = await seenBy(join(url, email))
      if (seen === '201') joined.push(email)
      return { wanted: '201', seen }
    })
  const all = Promise.all([reader(), reader(), joiner(), joiner(), joiner(), joiner()])

  const stop = async () => {
    going = false
    await all
  }

  return {
    joined,
    stop,
    /** Asserts that everybody got what they came for, and that who was told so is listed. */
    async expectNobodyLost(stack: Stack): Promise<void> {
      await stop()
      expect(visits.filter(({ wanted, seen }) => wanted !== seen)).toEqual([])
      expect(joined.length).toBeGreaterThan(20)
      const kept = await listed(stack)
      expect(joined.filter((email) => !kept.includes(email))).toEqual([])
      expect(new Set(kept).size, 'one row a person').toBe(kept.length)
    },
  }
}
