import { useEffect, useRef } from 'react'
import { whenNear } from '../design/whenNear.ts'

/** The code for animations is fetched when the line is this far below the window. */
const AHEAD = '100%'

/** Uncovers the line from left to right. */
const DRAWN = { clipPath: ['inset(-10% 100% -10% 0)', 'inset(-10% 0% -10% 0)'] }

const DURATION_SECONDS = 0.7

interface DrawnLineProps {
  /** The size of the drawing. CSS stretches the line to the width of its container. */
  readonly width: number
  readonly height: number
  readonly path: string
  readonly className?: string
}

/**
 * Animates a line once, when the visitor first sees it, unless the visitor asked for reduced motion. Until the
 * animation's code has loaded, the page shows the whole line.
 */
export function DrawnLine({ width, height, path, className }: DrawnLineProps) {
  const line = useRef<SVGSVGElement>(null)
  useEffect(() => {
    if (!line.current || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const seen = line.current
    let stop = whenNear(seen, AHEAD, async () => {
      const motion = await import('../design/motion.ts').catch(() => undefined)
      if (!motion || !seen.isConnected) return
      stop = motion.inView(
        seen,
        () => void motion.animate(seen, DRAWN, { duration: DURATION_SECONDS, ease: 'easeOut' }),
      )
    })
    return () => stop()
  }, [])
  return (
    <svg
      ref={line}
      className={className}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      fill="none"
      aria-hidden="true"
    >
      <path d={path} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
