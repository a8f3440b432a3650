import { SOURCE_PARAMETERS, SOURCE_PATTERN } from '@ad-kit/api/contract'

const pattern = new RegExp(SOURCE_PATTERN, 'u')

/**
 * The word in `?ref=` or `?utm_source=` by which the visitor came. It is read from the address that
 * this document was loaded from, which the browser remembers while the router shows other pages.
 * A link that is clicked before hydration loads another document, whose referrer is the first page.
 */
export function findSource(): string | undefined {
  const [navigation] = performance.getEntriesByType('navigation')
  return [document.referrer, navigation?.name ?? '']
    .filter((address) => address.startsWith(`${window.location.origin}/`))
    .flatMap((address) => {
      const { searchParams } = new URL(address)
      return SOURCE_PARAMETERS.map((name) => searchParams.get(name)?.trim() ?? '')
    })
    .find((word) => pattern.test(word))
}
