import type { Config } from 'vike/types'

export default {
  // Every page is HTML on disk: `features.html`, not `features/index.html`. One after the other:
  // styles are in the order in which components were loaded, which a race would decide.
  prerender: { noExtraDir: true, parallel: 1 },
  // Vike renders pages and no more; `+client.ts` loads them in the browser.
  meta: { Page: { env: { server: true, client: false } } },
} satisfies Config
