/** The query of a URL with its question mark, or nothing. */
export const queryOf = (url: string): string => {
  const start = url.indexOf('?')
  return start === -1 ? '' : url.slice(start)
}

/** Other spellings of a page's path, which lead to the canonical one. */
export function otherPathsOf(path: string, file: string): string[] {
  const spellings = path === '/' ? [`/${file}`, '/index'] : [`${path}/`, `/${file}`]
  return spellings.filter((spelling) => spelling !== path)
}
