import { signupAddress } from '@ad-kit/contract'
import autocannon from 'autocannon'
import { bodyOf, newPerson } from '../../tests/support/people.ts'

/** autocannon replaces `[<id>]` with a new id in each request. */
const SOMEBODY = 'ada.[<id>]@example.com'

export const requestFor = (origin: string, email: string) => ({
  url: origin + signupAddress(),
  method: 'POST' as const,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(bodyOf(newPerson({ email }))),
})

/**
 * Sends signups from different people, one after another on each connection.
 * @returns the number of signups that got a 201, their rate per second, and percentiles in milliseconds
 * @throws if any response was an error
 */
export async function sendSignups(origin: string, connections: number, seconds: number) {
  // autocannon's own percentiles are whole milliseconds.
  const times: number[] = []
  const { errors, non2xx, duration } = await autocannon({
    ...requestFor(origin, SOMEBODY),
    idReplacement: true,
    connections,
    duration: seconds,
    setupClient(client) {
      client.on('response', (_status, _bytes, milliseconds) => times.push(milliseconds))
    },
  })
  if (errors + non2xx > 0) throw new Error(`${errors + non2xx} of the signups failed.`)
  times.sort((one, other) => one - other)
  const percentile = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
  const written = times.length
  return { written, rate: written / duration, p50: percentile(0.5), p99: percentile(0.99) }
}
