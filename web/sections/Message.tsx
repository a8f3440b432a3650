import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { space, type, wide } from '../design/tokens.ts'
import { Button } from '../ui/Button.tsx'
import { Actions, Lead, Section } from '../ui/Section.tsx'

interface MessageProps {
  title: string
  text: string
  /** The label of the link to the home page. */
  back: string
  picture?: ReactNode
}

/** Shows one message and a link to the home page. */
export function Message({ title, text, back, picture }: MessageProps) {
  return (
    <Wrapper>
      <div>
        <Headline>{title}</Headline>
        <Lead>{text}</Lead>
        <Actions>
          {/* This link loads a document, which also replaces broken scripts. */}
          <Button as="a" href="/">
            {back}
          </Button>
        </Actions>
      </div>
      {picture}
    </Wrapper>
  )
}

const Wrapper = styled(Section)`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  justify-content: center;
  gap: ${space[20]};
  min-height: 82svh;
  padding-top: 8rem;

  ${wide.desktop} {
    flex-direction: row;
    align-items: center;
    justify-content: space-between;
  }
`

const Headline = styled.h1`
  max-width: 12ch;
  margin-bottom: ${space[5]};
  ${type.display}
`
