import { type Plugin, runnerImport } from 'vite'

/**
 * Matches modules in `web` that export only plain data but need Node, the environment, a library or the form's rules to
 * compute it.
 */
const MODULES =
  /\/web\/(?:app\/structured-data|content\/(?:brand|launch|news|plans|referrals|legal\/(?:kept|legal))|design\/shades|routes\/page-table)\.ts$/

/** Returns the code of a module that exports these values. */
export const exportsOf = (values: object): string =>
  Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}`)
    .join('\n')

/**
 * Evaluates those modules at build time and replaces their code with their exports, as JSON, so that a browser
 * downloads only the data that its pages use, and none of the code.
 */
export const evaluateModules: Plugin = {
  name: 'evaluate-modules',
  load: {
    filter: { id: MODULES },
    async handler(id) {
      const { module, dependencies } = await runnerImport<object>(id)
      for (const file of dependencies) this.addWatchFile(file)
      return exportsOf(module)
    },
  },
}
