import { useRef } from 'react'
import { styled } from 'styled-components'
import { journey } from '../content/about.ts'
import { mark, markViewBox } from '../design/mark.ts'
import { color, font } from '../design/theme.ts'
import { space, type, wide } from '../design/tokens.ts'
import { useDrawn } from '../design/useDrawn.ts'
import { Section, Title } from '../ui/Section.tsx'

/** The years as stars on a line that climbs to the lit one. */
export function Journey() {
  const line = useRef<SVGSVGElement>(null)
  useDrawn(line)
  return (
    <Section>
      <Title>{journey.title}</Title>
      <Sky>
        <Line ref={line} viewBox="0 0 1200 220" preserveAspectRatio="none" aria-hidden="true">
          <path d="M8 208 308 150 608 92 908 34 1200 8" />
        </Line>
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

const Line = styled.svg`
  display: none;
  fill: none;
  stroke: ${color.hairlineStrong};
  stroke-width: 1.5;

  path {
    vector-effect: non-scaling-stroke;
  }
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
    grid-template-columns: repeat(4, 1fr);
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
    li:nth-child(1) {
      margin-top: 12.25rem;
    }
    li:nth-child(2) {
      margin-top: 8.6rem;
    }
    li:nth-child(3) {
      margin-top: 5rem;
    }
    li:nth-child(4) {
      margin-top: 1.35rem;
    }
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
