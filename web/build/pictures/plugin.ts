import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { files } from '../../content/files.ts'
import { bareIcon } from '../../design/icon.ts'
import { exportsOf } from '../evaluate.ts'
import { FOLDER, pictureFiles } from './drawings.ts'
import { contentOf, pageMarkup } from './published.ts'

/**
 * Makes the module `virtual:pictures`. In development, no build has written the pictures, so it also serves them as
 * files.
 */
export const pictures: Plugin = {
  name: 'pictures',
  resolveId: {
    filter: { id: /^virtual:pictures$/ },
    handler: (id) => `\0${id}`,
  },
  load: {
    filter: { id: /^\0virtual:pictures$/ },
    handler: async () => exportsOf(await pageMarkup()),
  },
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
