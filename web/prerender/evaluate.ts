import { type Plugin, runnerImport } from 'vite'

/**
 * Matches modules of `web` that need Node, the environment, a library or the rules of the form, but export only
 * plain data.
 */
const MODULES =
  /\/web\/(?:app\/structured-data|prerender\/pictures\/markup|content\/(?:brand|plans|referrals|legal\/(?:kept|legal))|design\/palette|routes\/(?:page-table|paths))\.ts$/

/**
 * Evaluates those modules at build time and puts their exports in their place, as JSON. A browser
 * thus downloads only the exports that its code uses.
 */
export const evaluateModules: Plugin = {
  name: 'evaluate-modules',
  load: {
    filter: { id: MODULES },
    async handler(id) {
      const { module, dependencies } = await runnerImport<object>(id)
      for (const file of dependencies) this.addWatchFile(file)
      return Object.entries(module)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
        .join('\n')
    },
  },
}
