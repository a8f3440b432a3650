import { brand } from './brand.ts'

/** The RSS feed's name, as feed readers and browsers list it. */
export const feedTitle = `${brand.name}: insights`
