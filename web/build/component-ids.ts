import { createHash } from 'node:crypto'
import { relative, sep } from 'node:path'
import type { Plugin } from 'vite'

/** The id that Oxc writes for a styled component: a hash of the file, and a number within it. */
const WRITTEN = /(componentId: ")sc-[a-z0-9]+(-\d+")/g

/**
 * The first four characters of a hash that can be the name of a class: it starts with a letter. Short,
 * because ids are in every page.
 */
const short = (path: string): string => {
  const digest = createHash('sha256').update(path).digest('base64url').toLowerCase()
  return /[a-z][a-z\d]{3}/.exec(digest)?.[0] ?? path
}

/**
 * Names styled components by their path within the project. Oxc uses the absolute path, so that
 * the same sources would produce different files in each folder.
 *
 * @throws Error if two files get the same name
 */
export function componentIds(): Plugin {
  const files = new Map<string, string>()
  let root: string
  return {
    name: 'component-ids',
    configResolved: (config) => {
      root = config.root
    },
    transform: {
      order: 'post',
      filter: { code: 'componentId: "sc-' },
      handler(code, id) {
        const path = relative(root, id).replaceAll(sep, '/')
        const name = short(path)
        const other = files.get(name) ?? path
        if (other !== path) this.error(`${path} and ${other} get the same name: ${name}.`)
        files.set(name, path)
        return { code: code.replaceAll(WRITTEN, `$1${name}$2`), map: null }
      },
    },
  }
}
