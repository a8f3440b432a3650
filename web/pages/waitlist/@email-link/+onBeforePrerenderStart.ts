import { unlistedPaths } from '../../../routes/paths.ts'

export const onBeforePrerenderStart = () => unlistedPaths
