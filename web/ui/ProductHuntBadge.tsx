import { useState } from 'react'
import { styled } from 'styled-components'
import { productHunt } from '../content/badges.ts'
import { color, font } from '../design/theme.ts'
import { radius, space } from '../design/tokens.ts'

interface ProductHuntBadgeProps {
  url: string
  badgeUrl: string
}

/**
 * The only picture from another origin. The box behind it has a drawing of ours, which stays
 * visible if the picture does not load. The request has no referrer.
 */
export function ProductHuntBadge({ url, badgeUrl }: ProductHuntBadgeProps) {
  const [loaded, setLoaded] = useState(false)
  return (
    <Frame href={url} target="_blank" rel="noopener noreferrer" aria-label={productHunt.label}>
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
      <img
        src={badgeUrl}
        alt=""
        width="250"
        height="54"
        loading="lazy"
        referrerPolicy="no-referrer"
        data-loaded={loaded}
        // A picture that loads before hydration fires its event too early for React.
        ref={(image) => {
          if (image?.complete && image.naturalWidth > 0) setLoaded(true)
        }}
        onLoad={() => setLoaded(true)}
      />
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
    opacity: 0;
  }
  /* Without scripts nothing tells whether it has loaded. It is transparent if it has not. */
  @media (scripting: none) {
    img {
      opacity: 1;
    }
  }
  img[data-loaded='true'] {
    background: ${color.raised};
    opacity: 1;
  }
`
