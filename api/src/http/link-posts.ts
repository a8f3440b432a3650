import type { IncomingMessage } from 'node:http'
import { LINK_PATHS } from '../../../contract/waitlist.ts'
import { API_PREFIX } from './api.ts'
import { pathOf } from './errors/not-found.ts'

const PATHS: readonly string[] = Object.values(LINK_PATHS)

/**
 * Returns the URL that handles a request. The pages of emailed links send forms to their own addresses, and the API
 * handles these below its prefix. Mail programs may add a slash to an address.
 */
export function rewriteLinkPosts({ method, url = '/' }: IncomingMessage): string {
  const path = pathOf(url).replace(/\/$/, '')
  return method === 'POST' && PATHS.includes(path) ? url.replace(/^[^?]+/, API_PREFIX + path) : url
}
