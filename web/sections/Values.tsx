import { styled } from 'styled-components'
import { values } from '../content/about.ts'
import { color, font } from '../design/theme.ts'
import { measure, space, type, wide } from '../design/tokens.ts'
import { Section, Title } from '../ui/Section.tsx'

/** Each value is a line with its name at left and its meaning at right. */
export function Values() {
  return (
    <Section>
      <Title>{values.title}</Title>
      <List>
        {values.items.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </List>
    </Section>
  )
}

const List = styled.dl`
  margin-top: ${space[10]};
  border-bottom: 1px solid ${color.hairline};

  > div {
    display: grid;
    gap: ${space[2]} ${space[8]};
    align-items: baseline;
    padding-block: ${space[8]};
    border-top: 1px solid ${color.hairline};

    /* The left column is as wide as five of the page's twelve. */
    ${wide.tablet} {
      grid-template-columns: calc(5 / 12 * (100% + ${space[8]}) - ${space[8]}) 1fr;
    }
  }
  dt {
    color: ${color.strong};
    font-family: ${font.display};
    ${type.clause}
    font-weight: 700;
  }
  dd {
    max-width: ${measure.text};
    margin: 0;
    color: ${color.muted};
  }
`
