import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import { color } from '../design/theme.ts'
import { radius, space, type } from '../design/tokens.ts'
import { titles } from '../routes/page-table.ts'

/** The router follows links to pages. A link to a file, such as the feed, loads a document. */
function MarkdownLink({ href = '', ...rest }: ComponentProps<'a'>) {
  const [path = ''] = href.split(/[?#]/)
  return path in titles ? <Link {...rest} to={href} /> : <a {...rest} href={href} />
}

/** Each element is a styled component, so a page contains rules only for the elements that its text uses. */
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

/* Long lines wrap, so that they do not widen the page. */
const Listing = styled.pre`
  white-space: pre-wrap;
`

/** Pictures load lazily, because most articles are folded when the page loads. */
const Picture = styled.img.attrs({ loading: 'lazy' })`
  max-width: 100%;
  height: auto;
  border-radius: ${radius.field};
`

/* A wide table scrolls inside a box. With `overflow` on the table itself, screen readers would not recognize it as a
   table. */
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

const elements = {
  a: MarkdownLink,
  h2: Heading,
  blockquote: Quote,
  pre: Listing,
  img: Picture,
  table: MarkdownTable,
}

/** The components for Markdown elements in articles and legal texts. */
export const useMDXComponents = () => elements
