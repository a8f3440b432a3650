import { linkPages } from '../../../content/link-pages.ts'
import { LinkPage } from '../../../sections/LinkPage.tsx'

export const Page = () => <LinkPage {...linkPages.data} />
