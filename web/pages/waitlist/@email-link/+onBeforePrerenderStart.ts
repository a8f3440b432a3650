import { unlistedPaths } from '../../../routes/page-table.ts'

export const onBeforePrerenderStart = () => unlistedPaths
