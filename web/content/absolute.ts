import { brand } from './brand.ts'

/** The whole address of what has this path on the site. */
export const absolute = (path: string): string => new URL(path, brand.origin).href
