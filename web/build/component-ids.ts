import { createHash } from 'node:crypto'
import { relative, sep } from 'node:path'
import type { Plugin } from 'vite'

/** As Oxc writes the id of a styled component: of the file, and of the component within it. */
const WRITTEN = /(componentId: ")sc-[a-z0-9]+(-\d+")/g

/** Long enough that files differ; the plugin refuses two that do not. */
const LENGTH = 4

/** Four letters and digits that stand for a file, the first of them a letter: they are a class. */
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
 * Names styled components by their file within the project. Oxc names them by where it lies on
 * the machine, and the same sources would come to other files, of other sizes, in each folder.
 *
 * @throws Error when two files would have one name
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
        if (other !== path) this.error(`${path} and ${other} come to the same name: ${name}.`)
        files.set(name, path)
        return { code: code.replaceAll(WRITTEN, `$1${name}$2`), map: null }
      },
    },
  }
}
