import { join } from 'node:path'
import type { Plugin } from 'vite'
import { news } from '../content/news.ts'

const content = join(import.meta.dirname, '../content')

/**
 * Makes the module `virtual:news`. An `import.meta.glob` pattern would also put letters into the site that have not
 * been sent yet.
 */
export const newsLetters: Plugin = {
  name: 'news-letters',
  resolveId: {
    filter: { id: /^virtual:news$/ },
    handler: (id) => `\0${id}`,
  },
  load: {
    filter: { id: /^\0virtual:news$/ },
    handler: () =>
      [
        ...news.map(({ path }, index) => `import Letter${index} from '${content}${path}.md'`),
        `export const letters = {${news.map(({ path }, index) => `'${path}': Letter${index}`)}}`,
      ].join('\n'),
  },
}
