import { sharedFolders } from '../../../routes/page-table.ts'

export const onBeforePrerenderStart = () => sharedFolders['/waitlist/@email-link']
