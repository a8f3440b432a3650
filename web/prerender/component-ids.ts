import { readdirSync } from 'node:fs'
import { relative, sep } from 'node:path'
import type { Plugin } from 'vite'

/** The id that Oxc writes for a styled component: a hash of the file, and a number within it. */
const WRITTEN = /(componentId: ")sc-[a-z0-9]+(-\d+")/g

/** Two signs from `a0` on, because ids are in every page. A class name must start with a letter. */
const nameOf = (index: number): string => (index + 360).toString(36)

/**
 * Names styled components by the place of their file in the alphabetical list of the project's
 * files. Oxc uses the absolute path, so that the same sources would produce different files in
 * each folder.
 */
export function componentIds(): Plugin {
  let root: string
  let files: string[]
  const toId = (path: string): string => path.replaceAll(sep, '/')
  return {
    name: 'component-ids',
    configResolved(config) {
      root = config.root
      const isOwn = (path: string) =>
        path.endsWith('.tsx') && !/^(?:dist|node_modules)\//.test(path)
      files = readdirSync(root, { recursive: true, encoding: 'utf8' })
        .map(toId)
        .filter(isOwn)
        .sort()
    },
    transform: {
      order: 'post',
      filter: { code: 'componentId: "sc-' },
      handler(code, id) {
        const path = toId(relative(root, id))
        // In development a file may be newer than the list.
        if (!files.includes(path)) files.push(path)
        return { code: code.replaceAll(WRITTEN, `$1${nameOf(files.indexOf(path))}$2`), map: null }
      },
    },
  }
}
