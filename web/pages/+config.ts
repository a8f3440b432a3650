import type { Config } from 'vike/types'

export default {
  // Every page is HTML on disk: `features.html`, not `features/index.html`.
  prerender: { noExtraDir: true },
  // Vike renders pages and no more; `+client.ts` loads them in the browser.
  meta: { Page: { env: { server: true, client: false } } },
} satisfies Config
