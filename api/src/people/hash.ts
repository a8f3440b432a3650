import { createHmac } from 'node:crypto'
import type { Session } from '../database/session.ts'

export interface HashKey {
  readonly id: string
  readonly secret: Buffer
}

/** The key for new hashes, and all keys that older hashes can have. */
export interface HashKeys {
  readonly current: HashKey
  readonly all: readonly HashKey[]
}

export async function loadHashKeys(session: Session): Promise<HashKeys> {
  const all = await session.query<{ id: string; secret: Buffer }>(
    'SELECT id, secret FROM hash_keys ORDER BY created_at, id',
  )
  const [current] = all
  if (current === undefined) throw new Error('The table hash_keys is empty.')
  return { current, all }
}

/** HMAC-SHA256 (RFC 2104) of an identity: recognizes a person without storing the address. */
export const hashOf = ({ secret }: HashKey, emailKey: string): Buffer =>
  createHmac('sha256', secret).update(emailKey).digest()

export const hashesOf = ({ all }: HashKeys, emailKey: string): Buffer[] =>
  all.map((key) => hashOf(key, emailKey))

export const hexHashesOf = (keys: HashKeys, emailKey: string): string[] =>
  hashesOf(keys, emailKey).map((hash) => hash.toString('hex'))
