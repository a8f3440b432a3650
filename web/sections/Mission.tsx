import { styled } from 'styled-components'
import { mission } from '../content/about.ts'
import { color } from '../design/theme.ts'
import { space, type } from '../design/tokens.ts'
import { Grid, inColumns, Section, Title } from '../ui/Section.tsx'

/** Shows the mission, with the first paragraph as the lead. */
export function Mission() {
  return (
    <Section>
      <Grid>
        <Heading>{mission.title}</Heading>
        <Words>
          {mission.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Words>
      </Grid>
    </Section>
  )
}

const Heading = styled(Title)`
  ${inColumns('1 / span 4')}
`

const Words = styled.div`
  display: grid;
  gap: ${space[6]};
  color: ${color.muted};

  p:first-child {
    color: ${color.strong};
    ${type.lead}
  }
  ${inColumns('6 / span 6')}
`
