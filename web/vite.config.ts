import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import mdx from '@mdx-js/rollup'
import react from '@vitejs/plugin-react'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkMdxFrontmatter from 'remark-mdx-frontmatter'
import vike from 'vike/plugin'
import { defineConfig, type Plugin } from 'vite'
// Imported by path, because Vite leaves packages that a config imports to Node.
import { FIELDS, QUESTION_NAMES } from '../api/contract/waitlist.ts'
import { componentIds } from './build/component-ids.ts'
import { outDir } from './build/environment.ts'
import { evaluateModules } from './build/evaluate.ts'
import { picturesInDev } from './build/pictures/in-dev.ts'
import { brand } from './content/brand.ts'

/**
 * The path of a file of the site.
 *
 * @throws Error when a renamed file has left the list of chunks behind
 */
function siteFile(path: string): string {
  const file = join(import.meta.dirname, path)
  if (!existsSync(file))
    throw new Error(`web/vite.config.ts puts ${path} into a chunk. No such file.`)
  return file
}

/**
 * The shell, and small files that would each cost /waitlist a request or the whole of `common`.
 * Rolldown adds what these files import.
 */
const shell = ['app/hydrate.tsx', 'content/joined.ts', 'ui/Badge.tsx', 'ui/TextButton.tsx'].map(
  siteFile,
)

/**
 * The chunks of every page are `react`, `start`, `shell` and its own. `common` holds the rest of
 * what two pages or more import. Only `shell` changes with an edit of the site's frame, so visitors
 * keep `react` in their cache; `hydrate.tsx` says why React DOM is evaluated apart.
 */
const chunks = [
  { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\// },
  { name: 'start', test: siteFile('pages/+client.ts') },
  { name: 'shell', test: (id: string) => shell.includes(id) },
  { name: 'common', minShareCount: 2 },
]

/** Where a file's `require` finds a package. */
const resolveFrom = (file: string, name: string): string => createRequire(file).resolve(name)

/**
 * React Router has a build without warnings for developers, but its `exports` name the
 * development build for every use (remix-run/react-router#14102).
 */
const reactRouter = {
  find: /^react-router$/,
  replacement: join(
    dirname(resolveFrom(resolveFrom(import.meta.filename, 'react-router-dom'), 'react-router')),
    '../production/index.mjs',
  ),
}

/** Formik imports it for components that the form does not use. */
const UNUSED = /\/node_modules\/hoist-non-react-statics\//

/** What Formik uses lodash for, written for flat objects of strings: 4.1 KB on the wire less. */
const lodash: Readonly<Record<string, string>> = {
  clone: '(value) => (Array.isArray(value) ? [...value] : { ...value })',
  cloneDeep: '(value) => ({ ...value })',
  toPath: '(name) => [name]',
}

/** Formik reads and copies nested values with lodash. The form's values are not nested. */
const flatValues: Plugin = {
  name: 'flat-values',
  load: {
    filter: { id: /\/node_modules\/lodash-es\/(?:clone|cloneDeep|toPath)\.js$/ },
    handler: (id) => `export default ${lodash[basename(id, '.js')]}`,
  },
}

export default defineConfig(({ mode }) => ({
  plugins: [
    {
      enforce: 'pre',
      ...mdx({
        remarkPlugins: [remarkFrontmatter, remarkMdxFrontmatter, remarkGfm],
        // The Content-Security-Policy allows no style attribute.
        tableCellAlignToStyle: false,
        providerImportSource: join(import.meta.dirname, 'ui/mdx-elements.tsx'),
      }),
    },
    react(),
    vike(),
    componentIds(),
    picturesInDev,
    evaluateModules,
    flatValues,
  ],
  define: {
    __BRAND__: JSON.stringify(brand),
    __KEPT__: JSON.stringify(QUESTION_NAMES.map((name) => FIELDS[name].kept)),
  },
  resolve: { alias: mode === 'production' ? [reactRouter] : [] },
  // Gives components the same class names in the prerendered HTML and in the browser. Only in
  // development do they contain the component's name.
  oxc: { plugins: { styledComponents: { ssr: true, displayName: mode !== 'production' } } },
  build: {
    outDir,
    // Vite leaves a folder outside the project alone unless it is told to empty it.
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: chunks } },
          treeshake: { moduleSideEffects: [{ test: UNUSED, sideEffects: false }] },
        },
      },
    },
  },
}))
