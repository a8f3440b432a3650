import { color } from '../../theme.ts'
import { palette } from '../../tokens.ts'
import { paint } from '../names.ts'

interface TextCardProps {
  hookLabel: string
  hook: readonly [string, string]
  callToAction: string
}

/** The words of an ad: a hook and a call to action. */
export function TextCard({ hookLabel, hook, callToAction }: TextCardProps) {
  return (
    <>
      <rect width="256" height="172" rx="18" fill={palette.night800} stroke={palette.night500} />
      <text x="24" y="42" fill={color.accentStrong} fontSize="17" fontWeight="600">
        {hookLabel}
      </text>
      <text x="24" y="72" fill={palette.white} fontSize="22" fontWeight="500">
        {hook[0]}
        <tspan x="24" dy="28">
          {hook[1]}
        </tspan>
      </text>
      <rect x="24" y="118" width="142" height="36" rx="18" fill={paint('made')} />
      <text x="95" y="142" fill={color.onAccent} fontSize="17" fontWeight="600" textAnchor="middle">
        {callToAction}
      </text>
    </>
  )
}
