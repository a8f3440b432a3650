import { styled } from 'styled-components'
import { space, type } from '../design/tokens.ts'
import { Button } from '../ui/Button.tsx'
import { Actions, Lead, Section } from '../ui/Section.tsx'

interface MessageProps {
  title: string
  text: string
  action: { label: string; href: string }
}

/** A page that has only one thing to say, and a way on. */
export function Message({ title, text, action }: MessageProps) {
  return (
    <Wrapper>
      <Headline>{title}</Headline>
      <Lead>{text}</Lead>
      <Actions>
        <Button as="a" href={action.href}>
          {action.label}
        </Button>
      </Actions>
    </Wrapper>
  )
}

const Wrapper = styled(Section)`
  display: flex;
  flex-direction: column;
  align-items: flex-start;
  justify-content: center;
  gap: ${space[5]};
  min-height: 78svh;
  padding-top: 10rem;
`

const Headline = styled.h1`
  max-width: 12ch;
  ${type.display}
`
