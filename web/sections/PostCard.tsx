import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { styled } from 'styled-components'
import { blogWords } from '../content/blog.ts'
import type { Post } from '../content/posts.ts'
import { color } from '../design/theme.ts'
import { measure, space, type } from '../design/tokens.ts'
import { TextButton } from '../ui/Button.tsx'
import { Prose } from '../ui/Prose.tsx'
import { Tag } from '../ui/Tag.tsx'
import { StoryCard } from './StoryCard.tsx'

/**
 * Shows an article. `Read More` opens the whole text in place, across both columns. A link to the article, for example
 * from the feed, opens it as well.
 */
export function PostCard({
  id,
  title,
  excerpt,
  date,
  day,
  readTime,
  category,
  image,
  imageAlt,
  Content,
}: Post) {
  const linked = useLocation().hash === `#${id}`
  // The prerendered HTML cannot know the fragment, so the card expands after hydration. After a navigation, the card
  // must reach its size before the page is scrolled.
  const [expanded, setExpanded] = useState<boolean | undefined>(
    () => (linked && !document.getElementById(id)) || undefined,
  )
  useEffect(() => {
    if (linked) setExpanded(true)
  }, [linked])
  const toggle = useRef<HTMLElement>(null)
  return (
    <StoryCard id={id} image={image} imageAlt={imageAlt} expanded={expanded}>
      <Meta>
        <Tag>{category}</Tag>
        <time dateTime={date}>{day}</time>
        <span>{readTime}</span>
      </Meta>
      <Title id={`${id}-title`}>{title}</Title>
      <Excerpt>{excerpt}</Excerpt>
      <Article open={expanded} onToggle={({ currentTarget }) => setExpanded(currentTarget.open)}>
        <TextButton as="summary" ref={toggle} aria-describedby={`${id}-title`}>
          <span>{blogWords.readMore}</span>
          <span>{blogWords.showLess}</span>
        </TextButton>
        <Prose>
          <Content />
        </Prose>
        {/* This button needs scripts, so it is added only once they have opened the article. */}
        {expanded && (
          <TextButton
            type="button"
            aria-describedby={`${id}-title`}
            onClick={() => {
              toggle.current?.focus()
              setExpanded(false)
            }}
          >
            {blogWords.showLess}
          </TextButton>
        )}
      </Article>
    </StoryCard>
  )
}

const Title = styled.h2`
  max-width: 26ch;
  margin-bottom: ${space[2]};
  ${type.heading}
`

const Meta = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[2]} ${space[4]};
  align-items: center;
  margin-bottom: ${space[3]};
  color: ${color.muted};
  ${type.label}
`

const Excerpt = styled.p`
  max-width: ${measure.text};
  color: ${color.muted};
`

const Article = styled.details`
  max-width: 100%;

  summary {
    display: inline-flex;
    align-items: center;
    list-style: none;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  &[open] > summary > :first-child,
  &:not([open]) > summary > :last-child {
    display: none;
  }
  > div {
    margin-top: ${space[6]};
  }

  article:target:not([data-expanded]) &::details-content {
    block-size: auto;
    content-visibility: visible;
  }
`
