import { hash, randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'

/** In milliseconds. */
const DAY = 86_400_000

/** Bytes of a hash. Two networks with one hash only share their turns. */
const BYTES = 8

/** The parts of an address that one subscriber or one customer of a host has: a /24, or a /48. */
function networkOf(address: string): string {
  const v4 = address.replace(/^::ffff:/i, '')
  if (!isIPv6(v4)) return v4.split('.').slice(0, 3).join('.')
  const [head = '', tail] = v4.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8
  return [...groups, ...Array(missing).fill('0')]
    .slice(0, 3)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

/**
 * Hashes the networks of visitors, in hexadecimal, so that the worker takes their signups in turn. The
 * salt is in memory only and changes every day, so nobody can find an address by its hash.
 */
export function networkHasher(now: () => number = Date.now): (address: string) => string {
  let [day, salt] = [-1, '']
  return (address) => {
    const today = Math.floor(now() / DAY)
    if (today !== day) [day, salt] = [today, randomBytes(32).toString('hex')]
    return hash('sha256', salt + networkOf(address)).slice(0, 2 * BYTES)
  }
}
