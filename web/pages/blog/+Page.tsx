import { blogHead } from '../../content/blog.ts'
import { PageHead } from '../../sections/PageHead.tsx'
import { Stories } from '../../sections/Stories.tsx'

export const Page = () => (
  <>
    <PageHead {...blogHead} />
    <Stories />
  </>
)
