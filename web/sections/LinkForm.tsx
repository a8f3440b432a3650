import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'

interface LinkFormProps {
  button: string
  /** Whether the form is also sent by itself (web/app/send-when-seen.ts). */
  whenSeen?: boolean
}

/**
 * The button of a page behind a link. Its form has no `action`, so it is sent to the address of the
 * page, with the token.
 */
export function LinkForm({ button, whenSeen }: LinkFormProps) {
  return (
    <Section>
      <form method="post" data-when-seen={whenSeen}>
        <Button type="submit">{button}</Button>
      </form>
    </Section>
  )
}
