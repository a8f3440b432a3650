import { styled } from 'styled-components'
import { ArtDefs } from './ArtDefs.tsx'
import { art, paint } from './names.ts'
import { Scene } from './Scene.tsx'

/** The lit candle alone, as decoration. */
export function LitCandle() {
  return (
    <div>
      <ArtDefs />
      <Still viewBox="0 0 400 300" aria-hidden="true">
        <ellipse cx="200" cy="130" rx="330" ry="230" fill={paint('pool')} />
        <use href={`#${art.candle}`} x="88" y="0" width="224" height="291" />
      </Still>
    </div>
  )
}

const Still = styled(Scene)`
  max-height: 24rem;
`
