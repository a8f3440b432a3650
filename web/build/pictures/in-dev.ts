import type { Plugin } from 'vite'
import { files } from '../../content/files.ts'
import { bareIcon } from '../../design/art/icon.ts'

/** Draws the pictures that `npm run dev` serves, because the files of a build do not exist. */
export const picturesInDev: Plugin = {
  name: 'pictures-in-dev',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use(async ({ url = '' }, response, next) => {
      const { storyPictures } = await import('./stories.tsx')
      const pictures: Readonly<Record<string, string>> = {
        ...storyPictures(),
        [files.favicon]: bareIcon,
      }
      const picture = pictures[url]
      if (picture === undefined) return next()
      response.setHeader('content-type', 'image/svg+xml').end(picture)
    })
  },
}
