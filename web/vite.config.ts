import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import mdx from '@mdx-js/rollup'
import react from '@vitejs/plugin-react'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkMdxFrontmatter from 'remark-mdx-frontmatter'
import vike from 'vike/plugin'
import { defineConfig, type Plugin } from 'vite'
// By its path: Vite leaves packages that a config imports to Node, which reads no TypeScript.
import { FIELDS, QUESTION_NAMES } from '../api/contract/waitlist.ts'
import { componentIds } from './build/component-ids.ts'
import { outDir } from './build/environment.ts'
import { pageTable } from './build/page-table.ts'
import { brand } from './content/brand.ts'

/**
 * What every page needs, what pages share, and what begins, so that a page is few requests.
 * React DOM is apart from the rest, which is evaluated before it (see `app/hydrate.tsx`). Three
 * pages have plans or ads. Texts have elements of their own, and with them comes what the legal
 * ones share: more than the other pages should carry, and too little for a request.
 */
const chunks = [
  { name: 'react', test: /\/node_modules\/(?:react|react-dom|scheduler)\// },
  {
    name: 'shared',
    test: /\/web\/(?:content|design|sections|ui)\/(?!legal|Legal|mdx|art\/kit|Plan|Tooltip|useTooltip)|\/node_modules\/(?:lucide-react|react-router|styled-components|stylis)\//,
    minShareCount: 2,
  },
  { name: 'ads', test: /\/web\/(?:design\/art\/kit|sections\/Plan|ui\/(?:use)?Tooltip)/ },
  { name: 'texts', test: /\/web\/(?:content|sections|ui)\/(?:legal|Legal|mdx)/, minShareCount: 2 },
  {
    name: 'start',
    test: /vite\/preload-helper|\/web\/pages\/\+client|\/web\/app\/(?:address|pages)/,
  },
]

/** Where a file's `require` finds a package. */
const resolveFrom = (file: string, name: string): string => createRequire(file).resolve(name)

/**
 * React Router's package has a build without warnings for developers, but its `exports` name
 * the other one for every use (remix-run/react-router#14102).
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

/**
 * Formik copies the form's values with lodash, whose functions also copy maps, buffers and class
 * instances: 2.6 KB on the wire. The form's values are flat objects of strings.
 */
const flatClone: Plugin = {
  name: 'flat-clone',
  load: {
    filter: { id: /\/node_modules\/lodash-es\/clone(?:Deep)?\.js$/ },
    handler: () => 'export default (value) => (Array.isArray(value) ? [...value] : { ...value })',
  },
}

export default defineConfig(({ mode }) => ({
  plugins: [
    {
      enforce: 'pre',
      ...mdx({
        remarkPlugins: [remarkFrontmatter, remarkMdxFrontmatter, remarkGfm],
        // The policy of a page allows no style attribute.
        tableCellAlignToStyle: false,
        providerImportSource: join(import.meta.dirname, 'ui/mdx-elements.tsx'),
      }),
    },
    react(),
    vike(),
    componentIds(),
    pageTable(),
    flatClone,
  ],
  define: {
    __BRAND__: JSON.stringify(brand),
    __KEPT__: JSON.stringify(QUESTION_NAMES.map((name) => FIELDS[name].kept)),
  },
  resolve: { alias: mode === 'production' ? [reactRouter] : [] },
  // Class names that are the same in the prerendered HTML and in the browser. They tell the
  // component's name to developers only.
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
