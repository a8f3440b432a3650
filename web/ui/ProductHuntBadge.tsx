import { styled } from 'styled-components'
import { productHunt } from '../content/home.ts'
import { color, font } from '../design/theme.ts'
import { radius, space } from '../design/tokens.ts'

/**
 * The only picture from another origin. The box behind it has a drawing of ours, which stays
 * visible if the picture does not load. The request has no referrer, and no cookies because of the
 * embedder policy in `prerender/security-headers.ts`.
 */
export function ProductHuntBadge({ url, badgeUrl }: { url: string; badgeUrl: string }) {
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
      <img src={badgeUrl} alt="" loading="lazy" referrerPolicy="no-referrer" />
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
  /* No width and height, with which Chromium draws an icon for a picture that does not load. */
  img {
    position: absolute;
    top: 50%;
    left: 50%;
    max-height: calc(100% - 2 * ${space[1]});
    padding-inline: ${space[4]};
    background: ${color.raised};
    translate: -50% -50%;
  }
`
