/** Matches every address that no other page has. */
export const NOT_FOUND = '*'

/** The frame of what the API answers is prerendered as a page, and has no address on the site. */
export const ANSWER = '/_answer'

/**
 * The route of a page, by its folders, as Vike's file routing has it.
 * @param file - a file of the page, like `../pages/legal/imprint/+Page.tsx`
 */
export function routeOfFile(file: string): string {
  const folder = file.replace(/^.*?\/pages|(?:\/index)?\/[^/]+$/g, '')
  return folder === '/_error' ? NOT_FOUND : folder || '/'
}
