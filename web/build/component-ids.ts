import { globSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Plugin } from 'vite'

const root = join(import.meta.dirname, '..')
const files = globSync('*/**/*.tsx', {
  cwd: root,
  exclude: ['dist', 'node_modules'],
}).sort()

/** Returns two characters, from `a0` on, because a class name must start with a letter. */
const nameOf = (index: number): string => (index + 360).toString(36)

/**
 * Names styled components by the position of their file in a list. Oxc would use a hash of the absolute path, so builds
 * in different folders would differ, and the longer names would cost the HTML of /blog a second round trip.
 */
export const componentIds: Plugin = {
  name: 'component-ids',
  transform: {
    order: 'post',
    filter: { code: 'componentId: "sc-' },
    handler(code, id) {
      const path = relative(root, id)
      // A file that is added during development is not in the list yet.
      if (!files.includes(path)) files.push(path)
      const written = /(componentId: ")sc-[a-z0-9]+(-\d+")/g
      return { code: code.replaceAll(written, `$1${nameOf(files.indexOf(path))}$2`), map: null }
    },
  },
}
