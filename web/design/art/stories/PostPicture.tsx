import type { ComponentType } from 'react'
import { styled } from 'styled-components'
import type { PostImage } from '../../../content/blog.ts'
import { font } from '../../theme.ts'
import { Hook } from './Hook.tsx'
import { Photo } from './Photo.tsx'
import { Test } from './Test.tsx'

const pictures: Record<PostImage, ComponentType> = { hook: Hook, photo: Photo, test: Test }

interface PostPictureProps {
  image: PostImage
  label: string
}

/** The picture of an article: 640 by 360 units, with the candle that the page shares. */
export function PostPicture({ image, label }: PostPictureProps) {
  const Picture = pictures[image]
  return (
    <Frame viewBox="0 0 640 360" role="img" aria-label={label}>
      <Picture />
    </Frame>
  )
}

const Frame = styled.svg`
  text {
    font-family: ${font.display};
    font-weight: 700;
    letter-spacing: -0.02em;
  }
`
