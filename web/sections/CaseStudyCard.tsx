import { styled } from 'styled-components'
import { blogWords, type CaseStudy } from '../content/blog.ts'
import { color, font } from '../design/theme.ts'
import { space, type } from '../design/tokens.ts'
import { TextButton } from '../ui/Button.tsx'
import { Sample, Tag } from '../ui/Tag.tsx'
import { StoryCard } from './StoryCard.tsx'

/** The card shows only the first two results. */
const SHOWN_RESULTS = 2

export function CaseStudyCard(study: CaseStudy) {
  const { title, client, industry, timeline, challenge, solution, results, testimonial } = study
  return (
    <Card id={study.id} image={study.image} imageAlt={study.imageAlt}>
      <Tags>
        <Tag>{blogWords.caseStudy}</Tag>
        {study.sample && <Sample />}
      </Tags>
      <h2>{title}</h2>
      <Facts>
        <dt>{blogWords.client}</dt>
        <dd>{client}</dd>
        <dt>{blogWords.industry}</dt>
        <dd>{industry}</dd>
        <dt>{blogWords.timeline}</dt>
        <dd>{timeline}</dd>
      </Facts>
      <h3>{blogWords.challenge}</h3>
      <p>{challenge}</p>
      <h3>{blogWords.solution}</h3>
      <p>{solution}</p>
      <h3>{blogWords.keyResults}</h3>
      <ul>
        {results.slice(0, SHOWN_RESULTS).map((result) => (
          <li key={result}>{result}</li>
        ))}
      </ul>
      <blockquote>
        <p>{testimonial}</p>
      </blockquote>
      {/* This button has no action (docs/decisions/0004). */}
      <TextButton type="button" disabled aria-describedby={`${study.id}-note`}>
        {blogWords.viewCaseStudy}
      </TextButton>
      <small id={`${study.id}-note`}>{blogWords.noFullCaseStudy}</small>
    </Card>
  )
}

const Card = styled(StoryCard)`
  color: ${color.muted};

  h2 {
    ${type.heading}
  }
  h3 {
    margin-block: ${space[5]} ${space[1]};
    color: ${color.strong};
    font-family: ${font.text};
    ${type.small}
    font-weight: 600;
  }
  ul {
    padding-left: ${space[5]};
    list-style: disc;
  }
  li::marker {
    color: ${color.accent};
  }
  blockquote {
    margin-top: ${space[6]};
    padding-left: ${space[5]};
    border-left: 2px solid ${color.accent};
    color: ${color.text};
    ${type.lead}
  }
`

const Tags = styled.p`
  display: flex;
  gap: ${space[3]};
  align-items: center;
  margin-bottom: ${space[3]};
  ${type.label}
`

const Facts = styled.dl`
  display: grid;
  grid-template-columns: auto 1fr;
  gap: ${space[1]} ${space[5]};
  margin-top: ${space[4]};
  ${type.small}

  dt {
    color: ${color.faint};
  }
  dd {
    margin: 0;
    color: ${color.text};
  }
`
