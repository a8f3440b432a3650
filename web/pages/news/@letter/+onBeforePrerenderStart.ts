import { sharedFolders } from '../../../routes/page-table.ts'

export const onBeforePrerenderStart = () => sharedFolders['/news/@letter']
