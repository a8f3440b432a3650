import type { FastifyRequest } from 'fastify'

/** The text of a parameter; empty when it is missing or sent twice. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

type Parameters = Readonly<Record<string, unknown>>

export const queryOf = ({ query }: FastifyRequest): Parameters => query as Parameters

export const formOf = ({ body }: FastifyRequest): Parameters => (body ?? {}) as Parameters

/** The key of an object, or the default when a parameter names none of its keys. */
export const keyOf = <Key extends string>(
  value: unknown,
  object: Readonly<Record<Key, unknown>>,
  fallback: Key,
): Key => (typeof value === 'string' && Object.hasOwn(object, value) ? (value as Key) : fallback)

/** The number of a page, from 1. */
export const pageOf = (value: unknown): number => {
  const text = textOf(value)
  return /^[1-9]\d{0,6}$/.test(text) ? Number(text) : 1
}

/** The address of a page of the board. Empty parameters are left out. */
export function addressOf(path: string, parameters: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ''))
  return query.size === 0 ? path : `${path}?${query}`
}
