import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'

function MarkdownLink({ href = '', ...rest }: ComponentProps<'a'>) {
  return <Link {...rest} to={href} />
}

const elements = { a: MarkdownLink }

/** What articles and legal texts are made of: their links lead on without loading a document. */
export const useMDXComponents = () => elements
