import { createHash } from 'node:crypto'
import { relative, sep } from 'node:path'
import type { Plugin } from 'vite'

/** The id that Oxc writes for a styled component: a hash of the file, and a number within it. */
const WRITTEN = /(componentId: ")sc-[a-z0-9]+(-\d+")/g

/** Short, because ids are in every page. The plugin fails on a collision. */
const LENGTH = 4

/** A hash of four letters and digits. A class name must start with a letter. */
const short = (path: string): string => {
  const digest = createHash('sha256').update(path).digest()
  const letter = String.fromCharCode(97 + ((digest[0] ?? 0) % 26))
  return (
    letter +
    digest
      .readUIntBE(1, 5)
      .toString(36)
      .padStart(LENGTH, '0')
      .slice(1 - LENGTH)
  )
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
