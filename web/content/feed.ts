import { brand } from './brand.ts'

/** The RSS feed's name in feed readers and browsers. */
export const feedTitle = `${brand.name}: insights`
