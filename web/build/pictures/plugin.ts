import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { files } from '../../content/files.ts'
import { bareIcon } from '../../design/icon.ts'
import { FOLDER, pictureFiles, readDrawings, standalone } from './drawings.ts'
import { pageMarkup } from './published.ts'

const MODULE = 'virtual:pictures'
const RESOLVED = `\0${MODULE}`

/** The pictures as a module, and as files in development. */
export const pictures: Plugin = {
  name: 'pictures',
  resolveId: {
    filter: { id: new RegExp(`^${MODULE}$`) },
    handler: () => RESOLVED,
  },
  load: {
    filter: { id: new RegExp(`^${RESOLVED}$`) },
    async handler() {
      for (const file of await pictureFiles())
        this.addWatchFile(fileURLToPath(new URL(file, FOLDER)))
      return Object.entries(await pageMarkup())
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join('\n')
    },
  },
  // The files of a build do not exist yet.
  configureServer({ middlewares }) {
    middlewares.use(async ({ url = '' }, response, next) => {
      const send = (type: string, picture: string | Buffer) =>
        response.setHeader('content-type', type).end(picture)
      if (url === files.favicon) return send('image/svg+xml', bareIcon)
      const file = url.replace(/^\/pictures\//, '')
      if (file === url || !(await pictureFiles()).includes(file)) return next()
      if (file.endsWith('.svg'))
        return send('image/svg+xml', standalone((await readDrawings())(file)))
      response.end(await readFile(new URL(file, FOLDER)))
    })
  },
}
