import type { Config } from 'vike/types'

export default {
  // Writes `features.html`, not `features/index.html`. Pages are rendered one by one, because the order of styles is
  // that in which components are loaded. A folder may be without pages, as `news` is while no letter is public.
  prerender: { noExtraDir: true, parallel: 1, partial: true },
  // Vike only prerenders; `+client.ts` loads the pages in the browser.
  meta: { Page: { env: { server: true, client: false } } },
} satisfies Config
