import type { Plugin } from 'vite'

/** `npm run dev` has no `web/dist`: serves the pictures that pages ask for as they are drawn now. */
export const picturesInDev: Plugin = {
  name: 'pictures-in-dev',
  apply: 'serve',
  configureServer({ middlewares }) {
    middlewares.use(async ({ url = '' }, response, next) => {
      const { storyPictures } = await import('./stories.tsx')
      const picture = storyPictures()[url]
      if (picture === undefined) return next()
      response.setHeader('content-type', 'image/svg+xml').end(picture)
    })
  },
}
