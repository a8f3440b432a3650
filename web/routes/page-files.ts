/** Matches every address that does not belong to another page. */
export const NOT_FOUND = '*'

/** The page around the API's responses. The build prerenders it, but it has no address on the site. */
export const ANSWER = '/_answer'

/**
 * Returns a page's route from its folders, following Vike's file routing.
 * @param file - one of the page's files, like `../pages/legal/imprint/+Page.tsx`
 */
export function routeOfFile(file: string): string {
  const folder = file.replace(/^.*?\/pages|(?:\/index)?\/[^/]+$/g, '')
  return folder === '/_error' ? NOT_FOUND : folder || '/'
}

/**
 * Returns the addresses of a page.
 * @param shared - the addresses of pages that share a folder, by the folder's route
 */
export function pathsOfFile(
  file: string,
  shared: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  const route = routeOfFile(file)
  return shared[route] ?? [route]
}
