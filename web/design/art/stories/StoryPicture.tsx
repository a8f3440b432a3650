import type { ComponentType } from 'react'
import { styled } from 'styled-components'
import type { CaseStudyImage, PostImage } from '../../../content/blog.ts'
import { font } from '../../theme.ts'
import { palette, radius } from '../../tokens.ts'
import { Bars } from './Bars.tsx'
import { Dripper } from './Dripper.tsx'
import { Hook } from './Hook.tsx'
import { Linen } from './Linen.tsx'
import { Photo } from './Photo.tsx'
import { Test } from './Test.tsx'

const pictures: Record<PostImage | CaseStudyImage, ComponentType> = {
  hook: Hook,
  photo: Photo,
  test: Test,
  dripper: Dripper,
  bars: Bars,
  linen: Linen,
}

interface StoryPictureProps {
  image: PostImage | CaseStudyImage
  label: string
}

/** The picture of an article or a case study: 640 by 360 units. */
export function StoryPicture({ image, label }: StoryPictureProps) {
  const Picture = pictures[image]
  return (
    <Frame viewBox="0 0 640 360" role="img" aria-label={label}>
      <Picture />
    </Frame>
  )
}

const Frame = styled.svg`
  width: 100%;
  max-width: 48rem;
  height: auto;
  border-radius: ${radius.card};
  background: ${palette.night850};
  font-family: ${font.text};

  .display {
    font-family: ${font.display};
    font-weight: 700;
    letter-spacing: -0.02em;
  }
`
