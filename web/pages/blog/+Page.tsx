import { blogClosing, blogHead } from '../../content/blog.ts'
import { Closing } from '../../sections/Closing.tsx'
import { PageHead } from '../../sections/PageHead.tsx'
import { Stories } from '../../sections/Stories.tsx'

export const Page = () => (
  <>
    <PageHead {...blogHead} />
    <Stories />
    <Closing {...blogClosing} />
  </>
)
