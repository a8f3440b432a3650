import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Compares secrets in constant time. `timingSafeEqual` needs equal lengths, which the digests have. */
export const isSame = (one: string, other: string): boolean =>
  timingSafeEqual(digest(one), digest(other))
