/** A module that `prerender/evaluate.ts` makes JSON of, without what else `page-table.ts` says. */
export { pathsOf } from './page-table.ts'
