import { useEffect, useState } from 'react'
import { styled } from 'styled-components'
import { chrome } from '../content/navigation.ts'
import { color } from '../design/theme.ts'
import { layer } from '../design/tokens.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'

/** Navigations that take fewer milliseconds than this show no progress bar, because it would only flicker. */
const DELAY = 300

/** Shows a progress bar at the top of the window while a page is being fetched. */
export function Pending({ pending }: { pending: boolean }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = pending ? setTimeout(() => setLate(true), DELAY) : undefined
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [pending])
  return (
    <div aria-live="polite">
      {late && (
        <Line>
          <VisuallyHidden>{chrome.loading}</VisuallyHidden>
        </Line>
      )}
    </div>
  )
}

/* The bar covers the header, because it comes later in the document. */
const Line = styled.div`
  position: fixed;
  inset: 0 0 auto;
  z-index: ${layer.header};
  height: 3px;
  overflow: hidden;

  &::after {
    content: '';
    position: absolute;
    inset: 0;
    background: linear-gradient(90deg, transparent, ${color.accent}, transparent);
    animation: pass 1.4s linear infinite;
  }
  @keyframes pass {
    from {
      transform: translateX(-100%);
    }
    to {
      transform: translateX(100%);
    }
  }
`
