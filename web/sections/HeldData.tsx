import { DATA_WORDS, describeHeld, type HeldData as Held, LINK_PATHS } from '@ad-kit/contract'
import { useEffect, useRef } from 'react'
import { styled } from 'styled-components'
import { color } from '../design/theme.ts'
import { measure, radius, size, space, type, wide } from '../design/tokens.ts'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'

interface HeldDataProps {
  held: Held
  /** The query of the page, with the token. */
  query: string
}

/** What is held about a person, with its download and its erasure. */
export function HeldData({ held, query }: HeldDataProps) {
  const title = useRef<HTMLHeadingElement>(null)
  // The pressed button is gone, so the focus moves on.
  useEffect(() => title.current?.focus(), [])
  return (
    <Section>
      <Heading ref={title} tabIndex={-1}>
        {DATA_WORDS.title}
      </Heading>
      <List>
        {describeHeld(held).map(([label, text]) => (
          <div key={`${label} ${text}`}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </List>
      {/* Sent to the address of the page. */}
      <form method="post">
        <Button type="submit" name="as" value="file">
          {DATA_WORDS.download}
        </Button>
      </form>
      <Erase>
        <summary>{DATA_WORDS.erase}</summary>
        <p>{DATA_WORDS.warning}</p>
        <form method="post" action={LINK_PATHS.erase + query}>
          <Button type="submit" data-look="quiet">
            {DATA_WORDS.confirmErase}
          </Button>
        </form>
      </Erase>
    </Section>
  )
}

const Heading = styled.h2`
  margin-bottom: ${space[6]};
  ${type.heading}
`

const List = styled.dl`
  display: grid;
  gap: ${space[4]};
  max-width: ${measure.text};
  margin-bottom: ${space[8]};

  ${wide.tablet} {
    div {
      display: grid;
      grid-template-columns: 1fr 1fr;
      gap: ${space[4]};
    }
  }
  dt {
    color: ${color.muted};
    ${type.small}
  }
  dd {
    margin: 0;
    color: ${color.strong};
    overflow-wrap: anywhere;
  }
`

const Erase = styled.details`
  max-width: ${measure.text};
  margin-top: ${space[8]};
  padding: ${space[3]} ${space[5]};
  border: 1px solid ${color.hairlineStrong};
  border-radius: ${radius.field};

  summary {
    min-height: ${size.target};
    align-content: center;
    cursor: pointer;
  }
  p {
    margin: ${space[3]} 0 ${space[5]};
    color: ${color.muted};
  }
  form {
    margin-bottom: ${space[3]};
  }
`
