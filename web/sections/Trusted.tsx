import { styled } from 'styled-components'
import { trusted } from '../content/waitlist.ts'
import { color, font } from '../design/theme.ts'
import { space, type, wide } from '../design/tokens.ts'
import { Section, TitleRow } from '../ui/Section.tsx'
import { Sample } from '../ui/Tag.tsx'

/** Shows a quiet strip of names, or nothing for an empty list. */
export function Trusted() {
  if (trusted.names.length === 0) return null
  return (
    <Section>
      <Top>
        <Heading>{trusted.title}</Heading>
        {trusted.sample && <Sample />}
      </Top>
      <Names>
        {trusted.names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </Names>
    </Section>
  )
}

const Top = styled(TitleRow)`
  padding-top: ${space[10]};
  border-top: 1px solid ${color.hairline};
`

const Heading = styled.h2`
  color: ${color.muted};
  font-family: ${font.text};
  ${type.small}
  font-weight: 500;
`

const Names = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[4]} ${space[10]};
  margin-block: ${space[6]} ${space[8]};
  color: ${color.text};
  font-family: ${font.display};
  ${type.heading}
  font-weight: 700;

  ${wide.desktop} {
    justify-content: space-between;
  }
`
