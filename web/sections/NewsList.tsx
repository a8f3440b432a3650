import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { news } from '../content/news.ts'
import { color } from '../design/theme.ts'
import { measure, space, type } from '../design/tokens.ts'
import { Section } from '../ui/Section.tsx'

/** Lists the public letters, newest first. */
export const NewsList = () => (
  <Section>
    {news.map(({ path, title, description, date, day }) => (
      <Entry key={path}>
        <time dateTime={date}>{day}</time>
        <h2>
          <Link to={path}>{title}</Link>
        </h2>
        <p>{description}</p>
      </Entry>
    ))}
  </Section>
)

const Entry = styled.article`
  max-width: ${measure.text};
  color: ${color.text};

  & + & {
    margin-top: ${space[12]};
  }
  time {
    color: ${color.muted};
    ${type.label}
  }
  h2 {
    margin: ${space[1]} 0 ${space[3]};
    ${type.heading}
  }
  a {
    color: ${color.strong};
    text-underline-offset: 0.2em;
  }
  a:hover {
    color: ${color.accentStrong};
  }
`
