import { blogHead } from '../../content/blog.ts'
import { ArtDefs } from '../../design/art/ArtDefs.tsx'
import { PageHead } from '../../sections/PageHead.tsx'
import { Stories } from '../../sections/Stories.tsx'

export function Page() {
  return (
    <>
      <ArtDefs />
      <PageHead title={blogHead.title} text={blogHead.text} />
      <Stories />
    </>
  )
}
