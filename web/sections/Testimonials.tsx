import { styled } from 'styled-components'
import { type Testimonial, testimonials } from '../content/testimonials.ts'
import { color, font } from '../design/theme.ts'
import { radius, size, space, type, wide } from '../design/tokens.ts'
import { Grid, Section, Title, TitleRow } from '../ui/Section.tsx'
import { Sample } from '../ui/Tag.tsx'

const STAR = 'M10 1.5l2.5 5.6 6.1.6-4.6 4.1 1.3 6L10 14.7l-5.3 3.1 1.3-6L1.4 7.7l6.1-.6Z'

/** Shows one large quote, with the others next to it. Shows nothing for an empty list. */
export function Testimonials() {
  if (testimonials.items.length === 0) return null
  return (
    <Section>
      <TitleRow>
        <Heading>{testimonials.title}</Heading>
        {testimonials.sample && <Sample />}
      </TitleRow>
      <Spread>
        {testimonials.items.map((item) => (
          <Voice key={item.name} {...item} />
        ))}
      </Spread>
    </Section>
  )
}

function Voice({ name, role, content, rating, initials }: Testimonial) {
  return (
    <figure>
      <Stars role="img" aria-label={testimonials.ratingLabel(rating)}>
        {Array.from({ length: rating }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: stars are alike
          <svg key={index} viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
            <path d={STAR} fill={color.accent} />
          </svg>
        ))}
      </Stars>
      <blockquote>
        <p>{content}</p>
      </blockquote>
      <figcaption>
        <Initials aria-hidden="true">{initials}</Initials>
        <span>
          <strong>{name}</strong>
          <br />
          {role}
        </span>
      </figcaption>
    </figure>
  )
}

const Heading = styled(Title)`
  ${type.heading}
  color: ${color.muted};
`

const Spread = styled(Grid)`
  margin-top: ${space[10]};

  figure {
    display: flex;
    flex-direction: column;
    gap: ${space[5]};
    padding-top: ${space[8]};
    border-top: 1px solid ${color.hairline};
  }
  blockquote {
    color: ${color.text};
    ${type.lead}
  }
  figcaption {
    display: flex;
    align-items: center;
    gap: ${space[3]};
    margin-top: auto;
    color: ${color.muted};
    ${type.label}
  }
  strong {
    color: ${color.strong};
    font-weight: 600;
  }
  figure:first-child blockquote {
    color: ${color.strong};
    font-family: ${font.display};
    ${type.title}
    font-weight: 700;

    p {
      text-wrap: balance;
    }
  }

  ${wide.desktop} {
    grid-template-rows: auto auto;

    figure:first-child {
      grid-area: 1 / 1 / span 2 / span 7;
    }
    figure:not(:first-child) {
      grid-column: 9 / -1;
    }
  }
`

const Stars = styled.div`
  display: flex;
  gap: ${space[1]};
`

const Initials = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  width: ${size.target};
  height: ${size.target};
  border: 1px solid ${color.hairlineStrong};
  border-radius: ${radius.pill};
  color: ${color.accentStrong};
  font-weight: 600;
`
