import { blogHead } from '../../content/blog.ts'
import { PageHead } from '../../sections/PageHead.tsx'
import { Stories } from '../../sections/Stories.tsx'

export function Page() {
  return (
    <>
      <PageHead title={blogHead.title} text={blogHead.text} />
      <Stories />
    </>
  )
}
