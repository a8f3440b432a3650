import type { Config } from 'vike/types'

export default {
  // Writes `features.html`, not `features/index.html`. Pages are rendered one at a time, because styles are emitted in
  // the order in which components load. A folder may have no pages, such as `news` while no letter is public.
  prerender: { noExtraDir: true, parallel: 1, partial: true },
  // Vike only prerenders; `+client.ts` loads the pages in the browser.
  meta: { Page: { env: { server: true, client: false } } },
} satisfies Config
