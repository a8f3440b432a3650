import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { BouncesConfig } from '../../config/bounces.ts'
import { type DeliveryReport, withoutBrackets } from '../delivery-report.ts'
import { isBadAddress, statusOf } from '../status.ts'

/** A request of a mail provider. */
export interface ProviderRequest {
  readonly headers: IncomingHttpHeaders
  /** As it was sent, because signatures cover the exact bytes. */
  readonly body: string
}

/** What a request is checked with. */
export type ProviderKeys = Partial<Pick<BouncesConfig, 'signingKey' | 'topicArn'>>

/**
 * Reads what a provider tells about mails. Deliveries, opened mails and the like are no reports.
 * @throws ForgedRequest when the signature is missing or wrong
 * @throws SyntaxError when the body is no JSON
 */
export type Provider = (
  request: ProviderRequest,
  keys: ProviderKeys,
) => readonly DeliveryReport[] | Promise<readonly DeliveryReport[]>

/** The signature of a request is missing or wrong. */
export class ForgedRequest extends Error {
  override readonly name = 'ForgedRequest'
}

export type Members = Readonly<Record<string, unknown>>

/** The members of a JSON object; any other value has none. */
export const members = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {}

/** A text; anything else, and an empty one, is absent. */
export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

/** The mail that a report is about, and the event that tells it. */
type About = Omit<DeliveryReport, 'kind' | 'status'>

/** An id of a fixed length, from what the provider tells an event apart by. Without all of it, there is none. */
export function eventIdOf(provider: string, ...parts: readonly unknown[]): string | undefined {
  const words = parts.map((part) => (typeof part === 'number' ? String(part) : text(part)))
  if (words.includes(undefined)) return undefined
  return createHash('sha256')
    .update(JSON.stringify([provider, ...words]))
    .digest('base64url')
}

/** A time in seconds since 1970, or a text such as `2026-11-22T23:41:12.126Z`. In milliseconds. */
export function timeOf(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  const time = typeof seconds === 'number' ? seconds * 1_000 : Date.parse(text(value) ?? '')
  return Number.isFinite(time) ? time : undefined
}

/** The recipient calls the mail spam. */
export const complaint = (about: About): DeliveryReport => ({
  kind: 'complaint',
  status: undefined,
  ...about,
})

/**
 * What the provider calls a hard bounce. It has read the reply and stops sending to the address itself, so
 * that counts where the code says nothing.
 */
export function failure(about: About, code: unknown, diagnostic?: unknown): DeliveryReport {
  const status = statusOf(text(code), text(diagnostic))
  return { kind: isBadAddress(status, true) ? 'refused' : 'other', status, ...about }
}

/** The objects of an array, or a single one. */
export const items = (value: unknown): readonly Members[] =>
  (Array.isArray(value) ? value : [value]).map(members)

/** A Message-ID, which providers write with angle brackets or without. */
export const messageIdOf = (value: unknown): string | undefined => {
  const id = text(value)
  return id && withoutBrackets(id)
}
