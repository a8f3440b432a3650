// So that `npx vitest` works here.
export { default } from './tests/vitest.config.ts'
