// Lets `npx playwright test` run from the repository's root.
export { default } from './tests/playwright.config.ts'
