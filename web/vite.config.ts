import { fileURLToPath } from 'node:url'
import mdx from '@mdx-js/rollup'
import react from '@vitejs/plugin-react'
import remarkFrontmatter from 'remark-frontmatter'
import remarkMdxFrontmatter from 'remark-mdx-frontmatter'
import vike from 'vike/plugin'
import { defineConfig, loadEnv } from 'vite'
import { readBrand } from './content/brand.ts'

/** One `.env` for the whole project; Compose reads the same file. */
const envDir = fileURLToPath(new URL('..', import.meta.url))

/**
 * What every page needs, what pages share, and what begins, so that a page is few requests.
 * The legal pages share more text than the others should carry.
 */
const chunks = [
  {
    name: 'libraries',
    test: /\/node_modules\/(?:react|react-dom|scheduler|react-router|styled-components|stylis)\//,
  },
  {
    name: 'shared',
    test: /\/web\/(?:content|design|sections|ui)\/(?!legal|Legal)|\/node_modules\/lucide-react\//,
    minShareCount: 2,
  },
  { name: 'start', test: /vite\/preload-helper|\/web\/pages\/\+client|\/web\/app\/pages/ },
]

export default defineConfig(({ mode }) => ({
  plugins: [
    { enforce: 'pre', ...mdx({ remarkPlugins: [remarkFrontmatter, remarkMdxFrontmatter] }) },
    react(),
    vike(),
  ],
  define: {
    __BRAND__: JSON.stringify(readBrand(loadEnv(mode, envDir, ['BRAND_', 'SITE_URL']))),
  },
  // Class names that are the same in the prerendered HTML and in the browser.
  oxc: { plugins: { styledComponents: { ssr: true } } },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } },
  },
}))
