import { Plus } from 'lucide'
import { styled } from 'styled-components'
import { faq } from '../content/faq.ts'
import { color } from '../design/theme.ts'
import { duration, measure, motionAllowed, space, type } from '../design/tokens.ts'
import { Icon } from '../ui/Icon.tsx'
import { Grid, inColumns, Section, Title } from '../ui/Section.tsx'

/** Shows questions as native disclosures, which open without JavaScript and for find-in-page. */
export function Faq() {
  if (faq.items.length === 0) return null
  return (
    <Section>
      <Grid>
        <Heading>{faq.title}</Heading>
        <List>
          {faq.items.map(({ question, answer }) => (
            <Item key={question} name="faq">
              <summary>
                <h3>{question}</h3>
                <Icon icon={Plus} size={22} />
              </summary>
              <p>{answer}</p>
            </Item>
          ))}
        </List>
      </Grid>
    </Section>
  )
}

const Heading = styled(Title)`
  ${inColumns('1 / span 4')}
`

const List = styled.div`
  border-bottom: 1px solid ${color.hairline};

  ${inColumns('6 / -1')}
`

/** In browsers that can animate to `auto`, an item's height is animated, faster when it closes. */
const Item = styled.details`
  border-top: 1px solid ${color.hairline};

  ${motionAllowed} {
    interpolate-size: allow-keywords;

    &::details-content {
      block-size: 0;
      overflow: clip;
      transition: block-size ${duration.fast}, content-visibility ${duration.fast} allow-discrete;
    }
    &[open]::details-content {
      block-size: auto;
      transition-duration: ${duration.normal};
    }
  }

  summary {
    display: flex;
    gap: ${space[4]};
    align-items: center;
    justify-content: space-between;
    padding-block: ${space[5]};
    cursor: pointer;
    list-style: none;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary:hover h3 {
    color: ${color.accentStrong};
  }
  h3 {
    ${type.heading}
  }
  svg {
    flex: none;
    color: ${color.accent};
    transition: transform ${duration.normal};
  }
  &[open] svg {
    transform: rotate(45deg);
  }
  p {
    max-width: ${measure.text};
    padding-bottom: ${space[6]};
    color: ${color.muted};
  }
`
