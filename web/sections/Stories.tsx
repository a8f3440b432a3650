import { styled } from 'styled-components'
import { blogTabs, blogWords, caseStudies } from '../content/blog.ts'
import { posts } from '../content/posts.ts'
import { space, wide } from '../design/tokens.ts'
import { Section } from '../ui/Section.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { CaseStudyCard } from './CaseStudyCard.tsx'
import { PostCard } from './PostCard.tsx'

/** Articles and case studies in tabs, or one of them alone if the other is empty. */
export function Stories() {
  const tabs = [
    { id: 'posts', label: blogTabs.posts, panel: <Posts />, stories: posts },
    {
      id: 'case-studies',
      label: blogTabs.caseStudies,
      panel: <CaseStudies />,
      still: true,
      stories: caseStudies,
    },
  ]
    .filter(({ stories }) => stories.length > 0)
    .map((tab) => ({ ...tab, holds: tab.stories.map(({ id }) => id) }))
  return (
    <Section>
      {tabs.length > 1 ? <Tabs label={blogWords.tabs} tabs={tabs} /> : tabs[0]?.panel}
    </Section>
  )
}

function Posts() {
  return (
    <Columns>
      {posts.map((post) => (
        <PostCard key={post.id} {...post} />
      ))}
    </Columns>
  )
}

function CaseStudies() {
  return (
    <Columns>
      {caseStudies.map((study) => (
        <CaseStudyCard key={study.id} {...study} />
      ))}
    </Columns>
  )
}

const Columns = styled.div`
  display: grid;
  gap: ${space[12]} ${space[8]};

  ${wide.tablet} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`
