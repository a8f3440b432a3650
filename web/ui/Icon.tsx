import type { IconNode } from 'lucide'
import { createElement } from 'react'
import { css } from 'styled-components'
import { color } from '../design/theme.ts'

interface IconProps {
  readonly icon: IconNode
  /** Width and height, both in CSS pixels. */
  readonly size?: number
  readonly strokeWidth?: number
}

/** Shows a decorative icon from Lucide's data, because `lucide-react` would add 1.5 KB to each page. */
export function Icon({ icon, size = 24, strokeWidth = 2 }: IconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {icon.map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
    </svg>
  )
}

/** Draws a tick in a list item's `::before`, because the site's fonts have no such character. */
export const tick = css`
  content: '';
  width: 0.375em;
  height: 0.75em;
  margin: -0.2em 0.5em 0 0.2em;
  border: solid ${color.accent};
  border-width: 0 0.125em 0.125em 0;
  rotate: 45deg;
`
