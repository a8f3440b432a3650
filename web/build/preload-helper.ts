import type { Plugin } from 'vite'

/**
 * Empties the helper that Vite wraps around each `import()` to load a chunk's stylesheets and preloads,
 * which no chunk of this site has. The start script would be too large with it.
 */
export const noPreloadHelper: Plugin = {
  name: 'no-preload-helper',
  enforce: 'pre',
  apply: 'build',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
}
