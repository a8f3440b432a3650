import { brand } from './brand.ts'

/** The full address of a path of the site. */
export const absolute = (path: string): string => new URL(path, brand.origin).href
