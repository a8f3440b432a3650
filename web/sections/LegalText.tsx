import { styled } from 'styled-components'
import type { LegalPage } from '../content/legal/legal.ts'
import type Text from '../content/legal/terms.mdx'
import { color, font } from '../design/theme.ts'
import { duration, measure, radius, space, type, wide } from '../design/tokens.ts'
import { Prose } from '../ui/Prose.tsx'
import { Grid, inColumns, Section } from '../ui/Section.tsx'
import { toClauses } from './clauses.ts'

/** Shows numbered clauses, each with a plain-language summary, and a table of contents that stays in view. */
export function LegalText({ page, text }: { page: LegalPage; text: typeof Text }) {
  const clauses = toClauses(text)
  return (
    <Section forwardedAs="div">
      <Grid>
        <Contents aria-label={page.contentsTitle}>
          <h2>{page.contentsTitle}</h2>
          <ol>
            {clauses.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </Contents>
        <Clauses>
          <Note>{page.updatedNote}</Note>
          {clauses.map(({ id, title, summary, content }, index) => (
            <article key={id} id={id}>
              <h2>
                <span>{index + 1}.</span> {title}
              </h2>
              <Summary>
                <strong>{page.summaryLabel}</strong> {summary}
              </Summary>
              <Prose>{content}</Prose>
            </article>
          ))}
        </Clauses>
      </Grid>
    </Section>
  )
}

const Contents = styled.nav`
  ${type.small}

  h2 {
    margin-bottom: ${space[3]};
    color: ${color.faint};
    font-family: ${font.text};
    ${type.label}
    font-weight: 500;
  }
  ol {
    padding-left: ${space[8]};
    list-style: decimal;
  }
  li::marker {
    color: ${color.faint};
    font-variant-numeric: tabular-nums;
  }
  a {
    display: inline-block;
    padding-block: ${space[1]};
    color: ${color.muted};
    text-decoration: none;
    transition: color ${duration.fast};
  }
  a:hover {
    color: ${color.accentStrong};
    text-decoration: underline;
    text-underline-offset: 0.25em;
  }

  ${wide.desktop} {
    position: sticky;
    top: ${space.header};
    grid-column: 1 / span 4;
    align-self: start;
    max-height: calc(100svh - 8rem);
    overflow-y: auto;
    scroll-target-group: auto;

    /* Browsers with scroll-target support mark the clause in view. */
    a:target-current {
      color: ${color.accentStrong};
    }
  }
`

const Clauses = styled.div`
  ${inColumns('6 / -1')}

  article {
    max-width: ${measure.text};
    margin-top: ${space[16]};
    scroll-margin-top: ${space.header};
  }
  h2 {
    margin-bottom: ${space[4]};
    ${type.clause}
  }
  h2 span {
    color: ${color.accent};
    font-variant-numeric: tabular-nums;
  }
`

const Note = styled.p`
  color: ${color.muted};
  ${type.small}
`

const Summary = styled.p`
  margin-bottom: ${space[5]};
  padding: ${space[3]} ${space[5]};
  border-left: 2px solid ${color.accent};
  border-radius: 0 ${radius.small} ${radius.small} 0;
  background: ${color.raised};
  color: ${color.text};
  ${type.small}

  strong {
    color: ${color.accentStrong};
    font-weight: 600;
  }
`
