import type { IconNode } from 'lucide'
import { createElement } from 'react'

interface IconProps {
  readonly icon: IconNode
  /** In CSS pixels. */
  readonly size?: number
  readonly strokeWidth?: number
}

/** One of Lucide's icons, as a decoration. `lucide-react` would add 1.5 KB to each page. */
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
