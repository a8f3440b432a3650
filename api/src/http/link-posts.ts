import type { IncomingMessage } from 'node:http'
import { LINK_PATHS } from '../../../contract/waitlist.ts'
import { API_PREFIX } from './api.ts'
import { pathOf } from './errors/not-found.ts'

const PATHS: readonly string[] = Object.values(LINK_PATHS)

/**
 * Returns the URL that a request is routed to. A page behind an emailed link posts its form to its own address, but the
 * API's route is below `/api`. Mail programs may add a slash to the address.
 */
export function rewriteLinkPosts({ method, url = '/' }: IncomingMessage): string {
  const path = pathOf(url).replace(/\/$/, '')
  return method === 'POST' && PATHS.includes(path) ? url.replace(/^[^?]+/, API_PREFIX + path) : url
}
