import { styled } from 'styled-components'
import { nextSteps } from '../content/waitlist.ts'
import { color, font } from '../design/theme.ts'
import { space, type, wide } from '../design/tokens.ts'
import { Section, Title } from '../ui/Section.tsx'

/** The steps after a signup as points on one line, of which the first is lit. */
export function NextSteps() {
  return (
    <Section>
      <Title>{nextSteps.title}</Title>
      <List>
        {nextSteps.items.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </List>
    </Section>
  )
}

const List = styled.ol`
  display: grid;
  margin-top: ${space[12]};

  ${wide.desktop} {
    grid-template-columns: 1.2fr 1fr 1fr 1fr;
  }

  li {
    position: relative;
    padding: 0 0 ${space[10]} ${space[10]};

    ${wide.desktop} {
      padding: ${space[8]} ${space[8]} 0 0;
    }
  }
  li::before {
    content: '';
    position: absolute;
    top: 0.375rem;
    left: 0.3125rem;
    height: 100%;
    border-left: 1px dashed ${color.hairlineStrong};

    ${wide.desktop} {
      top: 0.3125rem;
      width: 100%;
      height: 0;
      border-top: 1px dashed ${color.hairlineStrong};
    }
  }
  li::after {
    content: '';
    position: absolute;
    top: 0.375rem;
    left: 0;
    width: 0.6875rem;
    height: 0.6875rem;
    border: 2px solid ${color.accent};
    border-radius: 50%;
    background: ${color.page};

    ${wide.desktop} {
      top: 0;
    }
  }
  li:first-child::after {
    background: ${color.accent};
    box-shadow: 0 0 1.25rem 0.25rem ${color.accentGlow};
  }
  li:last-child::before {
    display: none;
  }
  h3 {
    margin-bottom: ${space[2]};
    font-family: ${font.display};
    ${type.heading}
  }
  p {
    color: ${color.muted};
  }
`
