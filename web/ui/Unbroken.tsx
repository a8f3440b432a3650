import { Fragment } from 'react'
import { styled } from 'styled-components'

/** Text whose hyphenated words stay on one line if the line is wide enough. */
export function Unbroken({ text }: { text: string }) {
  return text.split(' ').map((word, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a text keep their order
    <Fragment key={index}>
      {index > 0 && ' '}
      {word.includes('-') ? <Word>{word}</Word> : word}
    </Fragment>
  ))
}

const Word = styled.span`
  @media (min-width: 20rem) {
    display: inline-block;
  }
`
