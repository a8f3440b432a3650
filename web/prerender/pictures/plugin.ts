import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { files } from '../../content/files.ts'
import { bareIcon } from '../../design/icon.ts'
import { FOLDER, pictureFiles, readDrawings, standalone } from './drawings.ts'

/** The pictures as files in development: those of a build do not exist yet. */
export const pictures: Plugin = {
  name: 'pictures',
  configureServer(server) {
    server.watcher.on(
      'all',
      (_, file) => file.startsWith(fileURLToPath(FOLDER)) && server.restart(),
    )
    server.middlewares.use(async ({ url = '' }, response, next) => {
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
