import type { FastifyRequest } from 'fastify'
import { ANSWERS, AnsweredError } from '../errors/answers.ts'

/**
 * Refuses a form that another website has its visitor's browser send: so a stranger could sign
 * people up from the addresses of many, which the limit takes for as many visitors. Browsers
 * say where a request comes from (Fetch Metadata, `Sec-Fetch-Site`); what says nothing of it is
 * no browser, or none of which this could be asked.
 *
 * @param friends - origins whose pages may send it
 * @throws AnsweredError
 */
export function refuseCrossSite({ headers }: FastifyRequest, friends: readonly string[]): void {
  if (headers['sec-fetch-site'] !== 'cross-site') return
  if (friends.includes(headers.origin ?? '')) return
  throw new AnsweredError(ANSWERS.crossSite)
}
