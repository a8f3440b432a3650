import { basename } from 'node:path'
import type { Plugin } from 'vite'

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

/**
 * Lets the bundler leave out what the site does not use of React Router: 4 KB on the wire less.
 * It keeps a component that is named, or that a call of React makes, because either could have a
 * side effect.
 */
const routerParts: Plugin = {
  name: 'router-parts',
  transform: {
    filter: { id: /\/node_modules\/react-router\/dist\/production\// },
    handler: (code) => ({
      code: code
        .replaceAll(/^\w+\.(?:contextType|displayName) = .*$/gm, '')
        .replaceAll(/= (?=React\d*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ '),
      map: null,
    }),
  },
}

/** styled-components adds vendor prefixes only on request: 0.9 KB. */
const noPrefixes: Plugin = {
  name: 'no-prefixes',
  load: {
    filter: { id: /\/node_modules\/stylis\/src\/Prefixer\.js$/ },
    handler: () => 'export const prefix = (value) => value',
  },
}

/** Vite's wrapper of `import()` preloads styles and scripts: 0.7 KB. No script has more than two. */
const plainImports: Plugin = {
  name: 'plain-imports',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper\.js$/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
}

/** Leaves out parts of libraries that the site downloads but never runs. */
export const leanLibraries: Plugin[] = [flatValues, routerParts, noPrefixes, plainImports]
