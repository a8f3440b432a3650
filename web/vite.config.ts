import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import mdx from '@mdx-js/rollup'
import react from '@vitejs/plugin-react'
import remarkFrontmatter from 'remark-frontmatter'
import remarkGfm from 'remark-gfm'
import remarkMdxFrontmatter from 'remark-mdx-frontmatter'
import vike from 'vike/plugin'
import { defineConfig, type Plugin } from 'vite'
import { componentIds } from './prerender/component-ids.ts'
import { outDir } from './prerender/environment.ts'
import { evaluateModules } from './prerender/evaluate.ts'
import { pictures } from './prerender/pictures/plugin.ts'

// Vike prints errors that nobody catches, so without readers it would print the failure to print without end.
for (const output of [process.stdout, process.stderr]) output.on('error', () => process.exit(1))

/**
 * Matches files of the site, for a chunk that holds them and what they import.
 *
 * @throws Error when a renamed file has left the list of chunks behind
 */
function siteFiles(...paths: readonly string[]): (id: string) => boolean {
  const files = paths.map((path) => join(import.meta.dirname, path))
  const missing = files.find((file) => !existsSync(file))
  if (missing) throw new Error(`web/vite.config.ts has a chunk for ${missing}, which is missing.`)
  return (id) => files.includes(id)
}

const inShell = siteFiles(
  'app/hydrate.tsx',
  'content/joined.ts',
  'ui/Badge.tsx',
  'ui/Sample.tsx',
  'ui/TextButton.tsx',
)
const inForms = siteFiles('ui/Field.tsx', 'waitlist/post.ts', 'content/link-pages.ts')

/**
 * Every page loads `start`, `shell` and its own chunk. `shell` holds React as well: one file
 * compresses better than two and needs one request. `forms` holds what /waitlist shares with the
 * pages behind the links of an email, `prose` what the landing page does without, and `common` the
 * rest of what two pages or more import. The small files in `shell` would each cost /waitlist a
 * request or the whole of `common`. `start` must import no other chunk, because `+client.ts` loads
 * those later.
 */
const chunks = [
  {
    name: 'start',
    test: siteFiles(
      'pages/+client.ts',
      'start/carry-source.ts',
      'start/move-sky.ts',
      'start/scrolled.ts',
      'start/visit.ts',
      'start/watch-menu.ts',
      'waitlist/source.ts',
      '../contract/source.ts',
    ),
  },
  {
    name: 'shell',
    test: (id: string) => /\/node_modules\/(?:react|react-dom|scheduler)\//.test(id) || inShell(id),
  },
  { name: 'forms', test: (id: string) => id.includes('/contract/') || inForms(id) },
  {
    name: 'prose',
    test: siteFiles(
      'sections/PageHead.tsx',
      'sections/LegalText.tsx',
      'ui/mdx-elements.tsx',
      'ui/Prose.tsx',
      'content/legal/legal.ts',
    ),
  },
  { name: 'common', minShareCount: 2 },
]

/**
 * React Router has a build without warnings for developers, but its `exports` name the
 * development build for every use (remix-run/react-router#14102).
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
 * Empties the helper that Vite wraps around each `import()` to load a chunk's stylesheets and preloads,
 * which no chunk of this site has. The start script would be too large with it.
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

/** Formik imports it for components that the form does not use. */
const UNUSED = /\/node_modules\/hoist-non-react-statics\//

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
    pictures,
    evaluateModules,
    noPreloadHelper,
  ],
  define: { SC_DISABLE_SPEEDY: 'false' },
  resolve: { alias: mode === 'production' ? productionRouter : [] },
  // Gives components the same class names in the prerendered HTML and in the browser. Only in
  // development do they contain the component's name.
  oxc: { plugins: { styledComponents: { ssr: true, displayName: mode !== 'production' } } },
  build: {
    outDir,
    // Vite leaves a folder outside the project alone unless it is told to empty it.
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
          // Vike's own group of chunks has no name for a report that nobody asks for.
          onLog(level, log, handle) {
            if (log.code !== 'MISSING_CODE_SPLITTING_GROUP_DEBUG_NAME') handle(level, log)
          },
        },
      },
    },
  },
}))
