import { styled } from 'styled-components'
import { ArtDefs } from './ArtDefs.tsx'
import { art } from './names.ts'

/** The candle without its flame, as the decoration of a page without content. */
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

/** Darker instead of transparent, because stars would be visible through it. */
const Dim = styled.svg`
  filter: brightness(0.6);
`
