import { letters } from 'virtual:news'
import { Link, useLocation } from 'react-router-dom'
import { joinLink } from '../../../content/navigation.ts'
import { news, newsPath, newsWords } from '../../../content/news.ts'
import { NewsList } from '../../../sections/NewsList.tsx'
import { PageHead } from '../../../sections/PageHead.tsx'
import { Prose } from '../../../ui/Prose.tsx'
import { Section } from '../../../ui/Section.tsx'

/** Shows a public letter, or the list of them. */
export function Page() {
  const { pathname } = useLocation()
  const letter = news.find(({ path }) => path === pathname)
  const Content = letters[pathname]
  if (!letter || !Content)
    return (
      <>
        <PageHead title={newsWords.title} text={newsWords.text} action={joinLink} />
        <NewsList />
      </>
    )
  return (
    <>
      <PageHead title={letter.title} text={letter.day} />
      <Section>
        <Prose>
          <Content />
          <p>
            <Link to={newsPath}>{newsWords.all}</Link>
          </p>
        </Prose>
      </Section>
    </>
  )
}
