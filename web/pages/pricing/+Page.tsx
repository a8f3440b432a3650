import { headings } from '../../content/headings.ts'
import { joinLink, paths } from '../../content/navigation.ts'
import { pageMeta } from '../../content/pages.ts'
import { PageHead } from '../../sections/PageHead.tsx'

export function Page() {
  return (
    <PageHead
      title={headings[paths.pricing]}
      text={pageMeta(paths.pricing).description}
      action={joinLink}
    />
  )
}
