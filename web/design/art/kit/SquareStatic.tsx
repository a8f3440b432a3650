import { palette } from '../../tokens.ts'
import { art, paint } from '../names.ts'
import { Display } from './Display.tsx'

/** A square picture with a headline. */
export function SquareStatic({ headline }: { headline: readonly [string, string] }) {
  return (
    <>
      <rect width="226" height="226" rx="16" fill={paint('dusk')} />
      <use href={`#${art.candle}`} x="106" y="78" width="106" height="138" />
      <Display x="20" y="48" fill={palette.bark} fontSize="34">
        {headline[0]}
        <tspan x="20" dy="34">
          {headline[1]}
        </tspan>
      </Display>
    </>
  )
}
