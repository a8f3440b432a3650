import { basename, join } from 'node:path'
import { type Plugin, runnerImport } from 'vite'

const MODULE = join(import.meta.dirname, '../content/page-table.ts')

/**
 * Evaluates `content/page-table.ts` at build time and puts its exports in its place, as JSON. A
 * browser thus downloads only the exports that its code uses: titles and links, no descriptions.
 */
export function pageTable(): Plugin {
  return {
    name: 'page-table',
    load: {
      filter: { id: /\/web\/content\/page-table\.ts$/ },
      async handler() {
        const { module, dependencies } = await runnerImport<object>(MODULE)
        for (const file of dependencies) this.addWatchFile(file)
        return Object.entries(module)
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
          .join('\n')
      },
    },
    // In development a new page is no dependency yet.
    configureServer(server) {
      server.watcher.on('add', (file) => basename(file) === 'page.ts' && server.restart())
    },
  }
}
