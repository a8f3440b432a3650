import { useEffect, useRef, useState } from 'react'
import { styled } from 'styled-components'
import { productHunt } from '../content/home.ts'
import { color, font } from '../design/theme.ts'
import { radius, space } from '../design/tokens.ts'
import { whenNear } from '../design/whenNear.ts'

/**
 * The browser requests the picture once it is this far below the window. With `loading="lazy"`, Chromium would use
 * 1,250 px.
 */
const AHEAD = '200px'

/**
 * Shows the only picture from another origin. Behind it is our own drawing, which stays visible if the picture does not
 * load. Without scripts, only the drawing is shown, because browsers then ignore `loading="lazy"`. The request doesn't
 * send a referrer, and the embedder policy in `build/security-headers.ts` keeps cookies out of it.
 */
export function ProductHuntBadge({ url, badgeUrl }: { url: string; badgeUrl: string }) {
  const [near, setNear] = useState(false)
  const [loaded, setLoaded] = useState(false)
  const frame = useRef<HTMLAnchorElement>(null)
  useEffect(
    () => (frame.current ? whenNear(frame.current, AHEAD, () => setNear(true)) : undefined),
    [],
  )
  return (
    <Frame
      ref={frame}
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={productHunt.label}
    >
      <svg viewBox="0 0 250 54" width="250" height="54" aria-hidden="true">
        <circle cx="31" cy="27" r="16" fill="none" stroke={color.accent} strokeWidth="2" />
        <path
          d="M27 35V19h5.500a5 5 0 0 1 0 10H27"
          fill="none"
          stroke={color.accent}
          strokeWidth="2.5"
          strokeLinejoin="round"
        />
        <text x="62" y="22" fill={color.muted} fontSize="12">
          {/* The space separates the words for tools that read the drawing. */}
          {`${productHunt.above} `}
        </text>
        <text x="62" y="41" fill={color.strong} fontSize="18" fontWeight="600">
          {productHunt.name}
        </text>
      </svg>
      {near && (
        <img
          src={badgeUrl}
          width={250}
          height={54}
          alt=""
          referrerPolicy="no-referrer"
          data-loaded={loaded}
          onLoad={() => setLoaded(true)}
        />
      )}
    </Frame>
  )
}

const Frame = styled.a`
  position: relative;
  display: block;
  width: 250px;
  max-width: 100%;
  border: 1px solid ${color.hairlineStrong};
  border-radius: ${radius.small};
  background: ${color.raised};
  font-family: ${font.text};

  &:hover {
    border-color: ${color.accent};
  }
  img {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    padding: ${space[1]};
  }
  img[data-loaded='false'] {
    opacity: 0;
  }
  img[data-loaded='true'] {
    background: ${color.raised};
  }
`
