import { styled } from 'styled-components'
import { steps } from '../content/home.ts'
import { color, font } from '../design/theme.ts'
import { space, type, wide } from '../design/tokens.ts'
import { Picture } from '../ui/Picture.tsx'
import { Section, Title } from '../ui/Section.tsx'
import { StepsPath } from './StepsPath.tsx'

/** Three steps on one line of light, downwards to the right. */
export function Steps() {
  return (
    <Section>
      <Title>{steps.title}</Title>
      <Track>
        <StepsPath />
        <List>
          {steps.items.map(({ number, picture, title, text }) => (
            <li key={number}>
              <Ordinal>{number}</Ordinal>
              <Picture file={picture} />
              <h3>{title}</h3>
              <p>{text}</p>
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
