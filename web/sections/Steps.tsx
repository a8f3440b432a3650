import { styled } from 'styled-components'
import { steps } from '../content/home.ts'
import { color, font } from '../design/theme.ts'
import { space, type, wide } from '../design/tokens.ts'
import { DrawnLine } from '../ui/DrawnLine.tsx'
import { Picture } from '../ui/Picture.tsx'
import { Section, Title } from '../ui/Section.tsx'

/** Shows three steps on one line of light that falls to the right. */
export function Steps() {
  return (
    <Section>
      <Title>{steps.title}</Title>
      <Track>
        <Path
          width={1200}
          height={260}
          path="M124 40C210 40 330 46 398 100M542 122C630 122 744 130 812 184"
        />
        <List>
          {steps.items.map(({ number, picture, title, description }) => (
            <li key={number}>
              <Ordinal>{number}</Ordinal>
              <Picture file={picture} />
              <h3>{title}</h3>
              <p>{description}</p>
            </li>
          ))}
        </List>
      </Track>
    </Section>
  )
}

const Track = styled.div`
  position: relative;
  margin-top: ${space[12]};
`

/** The line between the numbers. */
const Path = styled(DrawnLine)`
  display: none;
  stroke: ${color.accentGlow};
  stroke-width: 2;
  stroke-dasharray: 2 9;
  stroke-linecap: round;

  ${wide.tablet} {
    position: absolute;
    inset: 0 0 auto;
    display: block;
    width: 100%;
    height: 15rem;
  }
`

const List = styled.ol`
  position: relative;
  display: grid;
  gap: ${space[16]};

  ${wide.tablet} {
    grid-template-columns: repeat(3, minmax(0, 1fr));
    gap: ${space[8]};

    li:nth-child(2) {
      margin-top: ${space[20]};
    }
    li:nth-child(3) {
      margin-top: calc(2 * ${space[20]});
    }
  }

  h3 {
    margin-block: ${space[5]} ${space[2]};
    ${type.heading}
  }
  p {
    max-width: 20rem;
    color: ${color.muted};
  }
`

const Ordinal = styled.p`
  && {
    display: inline-block;
    margin-bottom: ${space[4]};
    color: ${color.accentStrong};
    font-family: ${font.display};
    ${type.ordinal}
    font-weight: 700;
  }
`
