import { styled } from 'styled-components'
import { blogTabs, blogWords, caseStudies } from '../content/blog.ts'
import { posts } from '../content/posts.ts'
import { space, wide } from '../design/tokens.ts'
import { Section } from '../ui/Section.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { CaseStudyCard } from './CaseStudyCard.tsx'
import { PostCard } from './PostCard.tsx'

/** Shows articles and case studies in tabs, or one of them alone if the other is empty. */
export function Stories() {
  const tabs = [
    {
      id: 'blog',
      label: blogTabs.posts,
      stories: posts,
      cards: posts.map((post) => <PostCard key={post.id} {...post} />),
    },
    {
      id: 'case-studies',
      label: blogTabs.caseStudies,
      stories: caseStudies,
      cards: caseStudies.map((study) => <CaseStudyCard key={study.id} {...study} />),
      still: true,
    },
  ]
    .filter(({ stories }) => stories.length > 0)
    .map(({ stories, cards, ...tab }) => ({
      ...tab,
      panel: <Columns>{cards}</Columns>,
      holds: stories.map(({ id }) => id),
    }))
  return (
    <Section forwardedAs="div">
      {tabs.length > 1 ? <Tabs label={blogWords.tabs} tabs={tabs} /> : tabs[0]?.panel}
    </Section>
  )
}

const Columns = styled.div`
  display: grid;
  gap: ${space[12]} ${space[8]};

  ${wide.tablet} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`
