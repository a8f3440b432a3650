import { globSync } from 'node:fs'
import { join } from 'node:path'
import { type Plugin, runnerImport } from 'vite'
import { pathsOfFile } from '../routes/page-files.ts'

const routes = join(import.meta.dirname, '../routes')

/**
 * Writes out the table of `routes/loaders.ts`, because the code that builds it takes up a sixteenth of the start
 * script.
 */
export const pageLoaders: Plugin = {
  name: 'page-loaders',
  apply: 'build',
  load: {
    filter: { id: /\/web\/routes\/loaders\.ts$/ },
    async handler() {
      const { module } = await runnerImport<typeof import('../routes/page-table.ts')>(
        join(routes, 'page-table.ts'),
      )
      const files = globSync('../pages/**/+Page.tsx', {
        cwd: routes,
        exclude: ['../pages/_answer'],
      })
      const lines = files.sort().flatMap((file) => {
        const paths = pathsOfFile(file, module.sharedFolders)
        return paths.map((path) => `'${path}': () => import('${file}')`)
      })
      return `export const loaders = {${lines.join()}}`
    },
  },
}
