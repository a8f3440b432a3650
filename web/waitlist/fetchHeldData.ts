import { type HeldData, LINK_PATHS } from '@ad-kit/api/contract'
import { linkPages } from '../content/link-pages.ts'

/** What is held about the person of a link, or a sentence for the visitor. Never throws. */
export async function fetchHeldData(query: string): Promise<HeldData | string> {
  const { failed } = linkPages.data
  try {
    const response = await fetch(`/api${LINK_PATHS.data}${query}`, {
      method: 'POST',
      headers: { accept: 'application/json' },
    })
    const body = await response.json()
    return response.ok ? body : (body.error ?? failed)
  } catch {
    return failed
  }
}
