import { hash, randomBytes } from 'node:crypto'
import { isIPv6 } from 'node:net'

const DAY_MS = 86_400_000

/** The length of a hash. If two networks share a hash, they are counted as one, which does no harm. */
const HASH_BYTES = 8

/** Returns the /24 or /48 of an address, because one subscriber or hosting customer can own all of it. */
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
 * Returns a function that hashes visitors' networks to hexadecimal, so that the worker can count emails per network.
 * The salt stays in memory and changes every day, so the hash cannot be reversed to an address.
 */
export function networkHasher(now: () => number = Date.now): (address: string) => string {
  let [day, salt] = [-1, '']
  return (address) => {
    const today = Math.floor(now() / DAY_MS)
    if (today !== day) [day, salt] = [today, randomBytes(32).toString('hex')]
    return hash('sha256', salt + networkOf(address)).slice(0, 2 * HASH_BYTES)
  }
}
