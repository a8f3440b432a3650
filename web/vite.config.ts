import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { FOOTNOTES, formatDay } from '@ad-kit/contract'
import mdx from '@mdx-js/rollup'
import react from '@vitejs/plugin-react'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkMdxFrontmatter from 'remark-mdx-frontmatter'
import vike from 'vike/plugin'
import { defineConfig, type Plugin } from 'vite'
import { parse } from 'yaml'
import { fillWithWords } from '../letters/letter.ts'
import { componentIds } from './build/component-ids.ts'
import { outDir } from './build/environment.ts'
import { evaluateModules } from './build/evaluate.ts'
import { fonts } from './build/fonts.ts'
import { newsLetters } from './build/news.ts'
import { pageLoaders } from './build/page-loaders.ts'
import { pictures } from './build/pictures/plugin.ts'

// Vike prints uncaught errors. If the output is closed, printing fails, and Vike would print that failure again and
// again.
for (const output of [process.stdout, process.stderr]) output.on('error', () => process.exit(1))

/**
 * With Vite's own chunks, a page makes 24 to 28 requests instead of 11. Every page loads `start`, `shell` and its own
 * chunk; `forms` is what /waitlist shares with the pages behind email links, and `common` is the rest of what two pages
 * import. With fewer groups, /waitlist would load 5% more. `start` must import no other chunk, because `+client.ts`
 * loads those later.
 */
const chunks = [
  {
    name: 'start',
    test: /\/(?:pages\/\+client|start\/[\w-]+|waitlist\/source|contract\/source)\.ts$/,
  },
  {
    name: 'shell',
    test: /\/node_modules\/(?:react|react-dom|scheduler)\/|\/(?:app\/hydrate|sections\/Points|ui\/Tag)\.tsx?$/,
  },
  {
    name: 'forms',
    test: /\/contract\/|\/(?:ui\/Field|content\/link-pages)\.tsx?$/,
  },
  { name: 'common', minShareCount: 2 },
]

/**
 * React Router has a build without warnings for developers, but its `exports` always point to the development build
 * (remix-run/react-router#14102).
 */
const routerFolder = dirname(
  createRequire(import.meta.filename).resolve('react-router/package.json'),
)
const routerBuild = (file: string): string => join(routerFolder, 'dist/production', file)
const productionRouter = [
  { find: /^react-router$/, replacement: routerBuild('index.mjs') },
  { find: /^react-router\/dom$/, replacement: routerBuild('dom-export.mjs') },
]

/**
 * Empties the helper that Vite wraps around each `import()` to load a chunk's stylesheets and preloads. This site's
 * chunks have neither, and with the helper, the start script would be too large.
 */
const noPreloadHelper: Plugin = {
  name: 'no-preload-helper',
  enforce: 'pre',
  apply: 'build',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
}

/** Parses an article's front matter, and adds its date as visitors read it. */
const parsers = {
  yaml(text: string) {
    const facts = parse(text)
    return { ...facts, day: formatDay(facts.date, 'medium') }
  },
}

/** Articles, legal texts and public letters use the same elements. */
const markdown = {
  remarkRehypeOptions: FOOTNOTES,
  // The Content-Security-Policy forbids style attributes.
  tableCellAlignToStyle: false,
  providerImportSource: join(import.meta.dirname, 'ui/mdx-elements.tsx'),
}

/** Matches a package that Formik imports for components that the form does not use. */
const UNUSED = /\/node_modules\/hoist-non-react-statics\//

export default defineConfig(({ mode }) => ({
  plugins: [
    {
      enforce: 'pre',
      ...mdx({
        ...markdown,
        format: 'mdx',
        remarkPlugins: [remarkFrontmatter, [remarkMdxFrontmatter, { parsers }], remarkGfm],
      }),
    },
    {
      enforce: 'pre',
      ...mdx({
        ...markdown,
        format: 'md',
        remarkPlugins: [remarkFrontmatter, remarkGfm, fillWithWords],
      }),
    },
    react(),
    vike(),
    componentIds,
    fonts,
    pictures,
    newsLetters,
    evaluateModules,
    pageLoaders,
    noPreloadHelper,
  ],
  define: { SC_DISABLE_SPEEDY: 'false' },
  resolve: { alias: mode === 'production' ? productionRouter : [] },
  // Gives components the same class names in the prerendered HTML and in the browser. The names contain the component's
  // name only in development.
  oxc: { plugins: { styledComponents: { ssr: true, displayName: mode !== 'production' } } },
  build: {
    outDir,
    // Vite does not empty a folder outside the project unless it is told to.
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: chunks } },
          treeshake: { moduleSideEffects: [{ test: UNUSED, sideEffects: false }] },
          // Keeps Vike from naming chunk groups for a debug report, which this build does not write.
          onLog(level, log, handle) {
            if (log.code !== 'MISSING_CODE_SPLITTING_GROUP_DEBUG_NAME') handle(level, log)
          },
        },
      },
    },
  },
}))
