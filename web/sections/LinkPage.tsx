import { CLICKED, NEEDS_CLICK } from '@ad-kit/contract'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'
import { PageHead } from './PageHead.tsx'

interface LinkPageProps {
  title: string
  text: string
  button: string
  /** Whether the form is also sent by itself (web/app/send-when-seen.ts). */
  whenSeen?: boolean
}

/**
 * A page behind a link. Its form has no `action`, so it is sent to the address of the page, with the
 * token.
 */
export const LinkPage = ({ title, text, button, whenSeen }: LinkPageProps) => (
  <>
    <PageHead title={title} text={text} />
    <Section>
      <form method="post" data-when-seen={whenSeen && NEEDS_CLICK}>
        <Button type="submit" name={CLICKED} value="yes">
          {button}
        </Button>
      </form>
    </Section>
  </>
)
