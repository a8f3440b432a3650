import type { IncomingMessage } from 'node:http'
import { LINK_PATHS } from '../../../contract/waitlist.ts'
import { API_PREFIX } from './api.ts'
import { pathOf } from './errors/not-found.ts'

const PATHS: readonly string[] = Object.values(LINK_PATHS)

/**
 * The URL that handles a request: the pages behind a mail's links post to their own addresses, and
 * the API has those below its prefix. Mail programs may add a slash to an address.
 */
export function rewriteLinkPosts({ method, url = '/' }: IncomingMessage): string {
  const path = pathOf(url).replace(/\/$/, '')
  return method === 'POST' && PATHS.includes(path) ? url.replace(/^[^?]+/, API_PREFIX + path) : url
}
