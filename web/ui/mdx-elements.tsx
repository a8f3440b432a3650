import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { color } from '../design/theme.ts'
import { radius, space, type } from '../design/tokens.ts'
import { titles } from '../routes/page-table.ts'

/** Links to pages are the router's. Links to files, such as the feed, load a document. */
function MarkdownLink({ href = '', ...rest }: ComponentProps<'a'>) {
  const [path = ''] = href.split(/[?#]/)
  return path in titles ? <Link {...rest} to={href} /> : <a {...rest} href={href} />
}

/** An element's rules are in the document only if a text uses it. */
const Heading = styled.h2`
  && {
    margin: ${space[10]} 0 0;
    ${type.heading}
  }
`

const Quote = styled.blockquote`
  padding-left: ${space[5]};
  border-left: 2px solid ${color.accent};
  color: ${color.muted};

  > * + * {
    margin-top: ${space[3]};
  }
`

const Code = styled.code`
  padding: 0.1em 0.35em;
  border-radius: ${radius.small};
  background: ${color.card};
  color: ${color.strong};
  font-family: ui-monospace, monospace;
  font-size: 0.9em;
`

/* Long lines scroll inside the block and do not widen the page. */
const Listing = styled.pre`
  padding: ${space[4]} ${space[5]};
  contain: inline-size;
  overflow-x: auto;
  border: 1px solid ${color.hairline};
  border-radius: ${radius.field};
  background: ${color.card};
  ${type.small}

  code {
    padding: 0;
    background: none;
    color: inherit;
  }
  @media print {
    white-space: pre-wrap;
  }
`

/** Lazy, because most articles are folded when the page loads. */
const Picture = styled.img.attrs({ loading: 'lazy' })`
  max-width: 100%;
  height: auto;
  border-radius: ${radius.field};
`

const Rule = styled.hr`
  && {
    margin-block: ${space[8]};
  }
  border: 0;
  border-top: 1px solid ${color.hairlineStrong};
`

/* A wide table scrolls inside a box. On the table itself, `overflow` would hide it as a table from screen readers. */
const Scroller = styled.div`
  contain: inline-size;
  overflow-x: auto;

  table {
    min-width: 100%;
    border-collapse: collapse;
    overflow-wrap: normal;
    ${type.small}
  }
  th,
  td {
    min-width: 8ch;
    padding: ${space[2]} ${space[4]} ${space[2]} 0;
    border-bottom: 1px solid ${color.hairline};
    vertical-align: top;
  }
  th {
    border-color: ${color.hairlineStrong};
    color: ${color.strong};
    font-weight: 600;
  }
  th:not([align]) {
    text-align: start;
  }
`

function MarkdownTable(props: ComponentProps<'table'>) {
  return (
    <Scroller>
      <table {...props} />
    </Scroller>
  )
}

/** The check box of a task list replaces the item's mark. */
const Checkbox = styled.input`
  margin-inline: -${space[6]} ${space[2]};
  accent-color: ${color.accent};

  li:has(> &, > p > &) {
    list-style: none;
  }
`

const elements = {
  a: MarkdownLink,
  h2: Heading,
  blockquote: Quote,
  code: Code,
  pre: Listing,
  img: Picture,
  hr: Rule,
  table: MarkdownTable,
  input: Checkbox,
}

/** The components that Markdown elements become in articles and legal texts. */
export const useMDXComponents = () => elements
