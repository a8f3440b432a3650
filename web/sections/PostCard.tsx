import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { styled } from 'styled-components'
import { blogWords } from '../content/blog.ts'
import type { Post } from '../content/posts.ts'
import { shortDate } from '../content/short-date.ts'
import { PostPicture } from '../design/art/stories/PostPicture.tsx'
import { color } from '../design/theme.ts'
import { measure, space, type } from '../design/tokens.ts'
import { Prose } from '../ui/Prose.tsx'
import { Tag } from '../ui/Tag.tsx'
import { TextButton } from '../ui/TextButton.tsx'
import { expandedCard, StoryCard } from './StoryCard.tsx'

/**
 * An article. `Read More` opens all of it in place, across both columns. A link to the article,
 * for example from the feed, opens it as well.
 */
export function PostCard({
  id,
  title,
  excerpt,
  date,
  readTime,
  category,
  image,
  imageAlt,
  Content,
}: Post) {
  const linked = useLocation().hash === `#${id}`
  // The prerendered card knows no fragment and expands after hydration. After a navigation, the
  // card must have its size before the page is scrolled.
  const [expanded, setExpanded] = useState<boolean | undefined>(
    () => (linked && !document.getElementById(id)) || undefined,
  )
  const textId = useId()
  const titleElement = useRef<HTMLHeadingElement>(null)
  // The button is below the text then, a screen or more after its beginning.
  const toggle = () => {
    flushSync(() => setExpanded(!expanded))
    const heading = titleElement.current
    if (expanded || !heading) return
    heading.tabIndex = -1
    heading.focus()
  }
  useEffect(() => {
    if (linked) setExpanded(true)
  }, [linked])
  return (
    <StoryCard id={id} picture={<PostPicture image={image} label={imageAlt} />} expanded={expanded}>
      <Meta>
        <Tag>{category}</Tag>
        <time dateTime={date}>{shortDate(date)}</time>
        <span>{readTime}</span>
      </Meta>
      <Title id={`${id}-title`} ref={titleElement}>
        {title}
      </Title>
      <Excerpt>{excerpt}</Excerpt>
      <Text id={textId} hidden={!expanded}>
        <Content />
      </Text>
      <TextButton
        type="button"
        aria-expanded={expanded ?? false}
        aria-controls={textId}
        aria-describedby={`${id}-title`}
        onClick={toggle}
      >
        {expanded ? blogWords.showLess : blogWords.readMore}
      </TextButton>
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

const Text = styled(Prose)`
  margin-top: ${space[6]};

  ${expandedCard} &[hidden] {
    display: block;
  }
  /* Without scripts the button does nothing. */
  @media print, (scripting: none) {
    &[hidden] {
      display: block;
    }
    & + button {
      display: none;
    }
  }
`
