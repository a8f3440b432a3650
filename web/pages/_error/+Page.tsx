import { styled } from 'styled-components'
import { notFound } from '../../content/error-pages.ts'
import { Message } from '../../sections/Message.tsx'
import { Picture } from '../../ui/Picture.tsx'

export const Page = () => <Message {...notFound} picture={<Dim file={notFound.picture} />} />

/** Darkens the picture. Lower opacity would let stars shine through it. */
const Dim = styled(Picture)`
  align-self: center;
  width: 320px;
  max-width: 100%;
  filter: brightness(0.6);
`
