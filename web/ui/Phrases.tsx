import { Fragment } from 'react'
import { styled } from 'styled-components'

/** Text whose lines end between phrases. `text-wrap: balance` alone breaks it elsewhere in Firefox. */
export function Phrases({ of: phrases }: { of: readonly string[] }) {
  return phrases.map((phrase, index) => (
    <Fragment key={phrase}>
      {index > 0 && ' '}
      <Phrase>{phrase}</Phrase>
    </Fragment>
  ))
}

const Phrase = styled.span`
  display: inline-block;
`
