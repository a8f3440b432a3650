// Lets `npx vitest` run from the repository's root.
export { default } from './tests/vitest.config.ts'
