import { styled } from 'styled-components'
import { ArtDefs } from './ArtDefs.tsx'
import { art } from './names.ts'

/** The candle without its flame, for where there is nothing to light. Decoration. */
export function ColdCandle() {
  return (
    <>
      <ArtDefs />
      <Dim viewBox="0 0 200 200" width="320" height="320" aria-hidden="true">
        <use href={`#${art.unlit}`} x="0" y="-50" width="200" height="260" />
      </Dim>
    </>
  )
}

/** Darker, not transparent: stars would shine through. */
const Dim = styled.svg`
  filter: brightness(0.6);
`
