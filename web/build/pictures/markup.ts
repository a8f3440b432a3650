import { pageMarkup } from './published.ts'

/** The pictures of the pages as data. `build/evaluate.ts` puts it into the bundles. */
export const { pictures, parts } = await pageMarkup()
