import { styled } from 'styled-components'
import { color } from '../../design/theme.ts'
import { measure, narrow, radius, size, space, type, wide } from '../../design/tokens.ts'
import { look } from '../../ui/Button.tsx'
import { Section } from '../../ui/Section.tsx'

/** The frame around the API's responses. The API fills in both placeholders with plain elements. */
export const Page = () => (
  <Wrapper data-answer>
    <h1>{'{{title}}'}</h1>
    <div>{'{{content}}'}</div>
  </Wrapper>
)

const Wrapper = styled(Section)`
  padding-top: ${space.top};
  padding-bottom: ${space.section};
  color: ${color.text};

  h1 {
    max-width: ${measure.headline};
    margin-bottom: ${space[6]};
    ${type.display}
  }
  h2 {
    margin: ${space[8]} 0 ${space[3]};
    ${type.heading}
  }
  p,
  dl,
  details {
    max-width: ${measure.text};
  }
  h1 + div > p:first-child {
    max-width: ${measure.lead};
    ${type.lead}
  }
  p + p,
  form,
  details {
    margin-top: ${space[4]};
  }
  /* The API writes the place in line as this element. */
  strong {
    display: block;
    margin-top: ${space[6]};
    color: ${color.accentStrong};
    ${type.heading}
  }
  a,
  summary {
    color: ${color.accentStrong};
  }
  a {
    overflow-wrap: anywhere;
    text-underline-offset: 0.2em;
  }
  button {
    ${look}
  }
  p > button {
    margin: ${space[3]} ${space[3]} 0 0;
  }
  ${narrow.phone} {
    button {
      width: 100%;
    }
  }

  dl {
    display: grid;
    gap: ${space[1]} ${space[4]};
  }
  dt {
    color: ${color.muted};
    ${type.small}
  }
  dd {
    margin: 0 0 ${space[3]};
    color: ${color.strong};
    overflow-wrap: anywhere;
  }
  ${wide.tablet} {
    dl {
      grid-template-columns: 1fr 2fr;
    }
    dt {
      margin-bottom: ${space[3]};
    }
  }

  details {
    margin-top: ${space[8]};
    padding: ${space[3]} ${space[5]};
    border: 1px solid ${color.hairlineStrong};
    border-radius: ${radius.field};
  }
  summary {
    min-height: ${size.target};
    align-content: center;
    cursor: pointer;
  }
`
