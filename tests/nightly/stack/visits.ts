import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { sendForm } from '../../stack/support/requests.ts'
import type { Stack } from '../../stack/support/stack.ts'
import { listed } from '../../stack/support/tables.ts'
import { newPerson } from '../../support/people.ts'
import { PATHS } from '../../support/routes.ts'

/**
 * How long a visitor pauses between visits. It keeps all visitors together below nginx's limit of 100 requests per
 * second.
 */
const PAUSE_MS = 60

/** Each request opens a connection. When nginx closes a reused one, a browser retries, but Node's `fetch` fails. */
const headers = { connection: 'close' }

async function read(url: string, path: string): Promise<string> {
  const response = await fetch(url + path, { headers })
  const isWhole = (await response.text()).endsWith('</html>')
  return response.ok && isWhole ? 'page' : `${path}: ${response.status}, not usable`
}

/** Starts visitors who keep reading and joining until `stop` is called. */
export function startVisits(url: string) {
  const seen: string[] = []
  const joined: string[] = []
  let going = true

  const keep = async (visit: () => Promise<string>) => {
    while (going) {
      seen.push(await visit().catch(String))
      await sleep(PAUSE_MS)
    }
  }
  const reader = () => keep(() => read(url, PATHS[seen.length % PATHS.length] ?? '/'))
  const joiner = () =>
    keep(async () => {
      const { email } = newPerson()
      const { status } = await sendForm(url, { email }, headers)
      if (status === 201) joined.push(email)
      return String(status)
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
     * @param away the statuses that signups may get while the API is away
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
