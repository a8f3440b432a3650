import { styled } from 'styled-components'
import type { NavLink } from '../content/navigation.ts'
import { measure, space, type } from '../design/tokens.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { Actions, Lead, Section } from '../ui/Section.tsx'

interface PageHeadProps {
  title: string
  text: string
  action?: NavLink
}

/** The top of an inner page. */
export function PageHead({ title, text, action }: PageHeadProps) {
  return (
    <Wrapper>
      <Headline>{title}</Headline>
      <Lead>{text}</Lead>
      {action && (
        <Actions>
          <ButtonLink to={action.to}>{action.label}</ButtonLink>
        </Actions>
      )}
    </Wrapper>
  )
}

const Wrapper = styled(Section)`
  padding-top: ${space.top};
`

const Headline = styled.h1`
  max-width: ${measure.headline};
  margin-bottom: ${space[6]};
  ${type.display}
`
