import { pages } from './page.ts'

export const onBeforePrerenderStart = () => Object.keys(pages)
