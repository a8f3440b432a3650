import { styled } from 'styled-components'
import { journey } from '../content/about.ts'
import { mark, markViewBox } from '../design/mark.ts'
import { color, font } from '../design/theme.ts'
import { space, type, wide } from '../design/tokens.ts'
import { DrawnLine } from '../ui/DrawnLine.tsx'
import { Section, Title, TitleRow } from '../ui/Section.tsx'
import { Sample } from '../ui/Tag.tsx'

/** The size of the line's drawing. The height is in pixels; the width is stretched. */
const width = 1200
const [lowest, highest] = [208, 34]

/** The stars' places on the line. Each star is at the left edge of its column. */
const stars = journey.items.map((_, index, { length }) => ({
  x: 8 + (width * index) / length,
  y: lowest - ((lowest - highest) * index) / Math.max(1, length - 1),
}))

/** Shows the years as stars on a line that climbs to the lit one. Shows nothing for an empty list. */
export function Journey() {
  if (stars.length === 0) return null
  return (
    <Section>
      <TitleRow>
        <Title>{journey.title}</Title>
        {journey.sample && <Sample />}
      </TitleRow>
      <Sky>
        <Line
          width={width}
          height={220}
          path={`M${stars.map(({ x, y }) => `${x} ${y}`).join(' ')} ${width} 8`}
        />
        <List>
          {journey.items.map(({ year, title, text }) => (
            <li key={title}>
              <Star viewBox={markViewBox} aria-hidden="true">
                <path d={mark.star} />
              </Star>
              <time dateTime={year}>{year}</time>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </List>
      </Sky>
    </Section>
  )
}

const Sky = styled.div`
  position: relative;
  margin-top: ${space[12]};
`

const Line = styled(DrawnLine)`
  display: none;
  stroke: ${color.hairlineStrong};
  stroke-width: 1.5;

  ${wide.desktop} {
    position: absolute;
    inset: 0 0 auto;
    display: block;
    width: 100%;
    height: 13.75rem;
  }
`

const List = styled.ol`
  position: relative;
  display: grid;

  ${wide.desktop} {
    grid-template-columns: repeat(${stars.length}, 1fr);
  }

  li {
    position: relative;
    padding: 0 ${space[8]} ${space[10]} ${space[10]};
    border-left: 1px solid ${color.hairlineStrong};
  }
  li:last-child {
    border-color: transparent;
  }
  ${wide.desktop} {
    li {
      padding: ${space[10]} ${space[8]} 0 0;
      border: 0;
    }
    ${stars.map(({ y }, index) => `li:nth-child(${index + 1}) { margin-top: ${(y - 12) / 16}rem; }`)}
  }
  time {
    color: ${color.accentStrong};
    font-family: ${font.display};
    font-weight: 700;
    font-variant-numeric: tabular-nums;
  }
  h3 {
    margin-block: ${space[1]} ${space[2]};
    ${type.heading}
  }
  p {
    color: ${color.muted};
  }
`

const Star = styled.svg`
  position: absolute;
  top: 0.1rem;
  left: -0.75rem;
  width: 1.5rem;
  height: 1.5rem;
  fill: ${color.faint};

  li:last-child > & {
    border-radius: 50%;
    fill: ${color.accent};
    background: radial-gradient(closest-side, ${color.accentEdge}, transparent);
  }
  ${wide.desktop} {
    left: -0.25rem;
  }
`
