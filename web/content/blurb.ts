import { brand } from './brand.ts'

/** The product in one sentence, for the footer and for search engines. */
export const blurb = `${brand.name} is an AI-powered brand creation and growth platform for people who sell online.`
