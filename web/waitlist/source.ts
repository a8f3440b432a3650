import { SOURCE_PARAMETERS, SOURCE_PATTERN } from '@ad-kit/contract/source'
import { navigation } from '../routes/page-load.ts'

const pattern = new RegExp(SOURCE_PATTERN, 'u')

/**
 * Returns the visitor's source: the value of `?ref=` or `?utm_source=`, or else the host name of the website with the
 * link. The value is read from the address that the browser loaded this document from, because the router may have
 * changed the address since. A link that is clicked before hydration loads another document, whose referrer is the
 * first page's address and still contains the value.
 */
export function findSource(): string | undefined {
  const { referrer } = document
  const isOwn = (address: string) => address.startsWith(`${window.location.origin}/`)
  const words = [referrer, navigation?.name ?? ''].filter(isOwn).flatMap((address) => {
    const { searchParams } = new URL(address)
    return SOURCE_PARAMETERS.map((name) => searchParams.get(name)?.trim() ?? '')
  })
  const host = referrer && !isOwn(referrer) ? new URL(referrer).hostname : ''
  return [...words, host].find((word) => pattern.test(word))
}

/** Returns a page's query, and adds the visitor's source unless the query names one. */
export function withSource(query: string): string {
  const source = findSource()
  const named = new URLSearchParams(query)
  if (!source || SOURCE_PARAMETERS.some((name) => named.has(name))) return query
  const own = new URLSearchParams({ [SOURCE_PARAMETERS[0]]: source })
  return query ? `${query}&${own}` : `?${own}`
}
