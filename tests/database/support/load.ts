import { setTimeout as sleep } from 'node:timers/promises'
import { type ErrorResponse, WAITLIST_PATH } from '@ad-kit/contract'
import { expect } from 'vitest'
import { readPeople } from '../../support/app.ts'
import { bodyOf, newPerson } from '../../support/people.ts'

/** The longest time that a visitor may wait for a response, even during a fault. */
const PROMISE_MS = 3_000

type Sent = Awaited<ReturnType<typeof join>>

/** Sends one signup and returns its result, whose status is missing if there was no response. */
async function join(origin: string) {
  const person = newPerson()
  const { email } = person
  const start = performance.now()
  const took = () => performance.now() - start
  try {
    const response = await fetch(origin + WAITLIST_PATH, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf(person)),
    })
    const { code } = (await response.json()) as Partial<ErrorResponse>
    const { status, headers } = response
    return { email, status, ms: took(), code, retryAfter: headers.get('retry-after') }
  } catch {
    return { email, status: undefined, ms: took(), code: undefined, retryAfter: null }
  }
}

/** Starts visitors who keep joining, each with a new address after every response. */
export function startLoad(origin: string) {
  const sent: Sent[] = []
  let going = true
  const visit = async () => {
    while (going) {
      sent.push(await join(origin))
      await sleep(10)
    }
  }
  const all = Promise.all(Array.from({ length: 16 }, visit))
  return {
    sent,
    /** Waits for the last response and returns the result of every signup. */
    async stop(): Promise<readonly Sent[]> {
      going = false
      await all
      return sent
    },
  }
}

/**
 * Expects that every signup with a 201 has one row, and that every other one promptly got a 503 with Retry-After.
 * @param promise the time limit for a response, in milliseconds
 */
export async function expectNobodyLost(
  sent: readonly Sent[],
  databaseUrl: string,
  promise = PROMISE_MS,
): Promise<void> {
  // A statement that is retried after a lost connection can store a form twice until the fold.
  const rows = await readPeople(databaseUrl)
  const kept = new Set(rows.map(({ email }) => email))
  expect(kept.size, 'one row a person').toBe(rows.length)
  const joined = sent.filter(({ status }) => status === 201)
  expect(joined.length, 'newPerson joined').toBeGreaterThan(0)
  expect(
    joined.filter(({ email }) => !kept.has(email)),
    'a false 201',
  ).toEqual([])
  for (const { status, code, retryAfter, ms } of sent) {
    expect(ms).toBeLessThan(promise)
    if (status === 201 || status === undefined) continue
    expect([status, code]).toEqual([503, 'UNAVAILABLE'])
    expect(Number(retryAfter)).toBeGreaterThan(0)
  }
}
