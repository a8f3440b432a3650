// So that `npx playwright test` works here.
export { default } from './tests/playwright.config.ts'
