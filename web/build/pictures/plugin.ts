import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { files } from '../../content/files.ts'
import { bareIcon } from '../../design/icon.ts'
import { FOLDER, pictureFiles } from './drawings.ts'
import { contentOf } from './published.ts'

/** Serves the pictures as files in development, where no build has written them. */
export const pictures: Plugin = {
  name: 'pictures',
  configureServer(server) {
    server.watcher.on(
      'all',
      (_, file) => file.startsWith(fileURLToPath(FOLDER)) && server.restart(),
    )
    server.middlewares.use(async ({ url = '' }, response, next) => {
      const file = url.replace(/^\/pictures\//, '')
      const isPicture = file !== url && (await pictureFiles()).includes(file)
      if (!isPicture && url !== files.favicon) return next()
      if (url.endsWith('.svg')) response.setHeader('content-type', 'image/svg+xml')
      response.end(isPicture ? await contentOf(file) : bareIcon)
    })
  },
}
