import type { Config } from 'vike/types'

/** Every page is HTML on disk: `features.html`, not `features/index.html`. */
export default {
  prerender: { noExtraDir: true },
} satisfies Config
