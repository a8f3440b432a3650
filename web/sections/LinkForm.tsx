import type { ReactNode, SubmitEventHandler } from 'react'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'

interface LinkFormProps {
  button: string
  /** Without it, the browser sends the form. */
  onSubmit?: SubmitEventHandler<HTMLFormElement>
  /** Below the button. */
  children?: ReactNode
}

/**
 * The button of a page behind a link. Its form has no `action`, so it is sent to the address of the
 * page, with the token.
 */
export function LinkForm({ button, onSubmit, children }: LinkFormProps) {
  return (
    <Section>
      <form method="post" onSubmit={onSubmit}>
        <Button type="submit">{button}</Button>
      </form>
      {children}
    </Section>
  )
}
