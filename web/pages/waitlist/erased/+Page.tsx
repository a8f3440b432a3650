import { donePages } from '../../../content/link-pages.ts'
import { PageHead } from '../../../sections/PageHead.tsx'

export const Page = () => <PageHead {...donePages.erased} />
