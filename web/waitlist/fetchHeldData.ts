import { type HeldData, LINK_PATHS } from '@ad-kit/contract'
import { linkPages } from '../content/link-pages.ts'
import { members, timeLimit, words } from './post.ts'

/** What is held about the person of a link, or a sentence for the visitor. Never throws. */
export async function fetchHeldData(query: string): Promise<HeldData | string> {
  const { failed } = linkPages.data
  try {
    const response = await fetch(`/api${LINK_PATHS.data}${query}`, {
      method: 'POST',
      headers: { accept: 'application/json' },
      signal: timeLimit(),
    })
    const body: unknown = await response.json()
    return response.ok ? (body as HeldData) : words(members(body)['error']) || failed
  } catch {
    return failed
  }
}
