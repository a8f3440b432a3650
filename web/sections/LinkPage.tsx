import { CLICKED } from '@ad-kit/contract'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'
import { PageHead } from './PageHead.tsx'

interface LinkPageProps {
  title: string
  text: string
  button: string
  /** If set, the form is also sent by itself, except at this fragment (web/app/send-when-seen.ts). */
  whenSeen?: string
}

/**
 * A page behind a link. Its form has no `action`, so it is sent to the address of the page, with the
 * token.
 */
export const LinkPage = ({ title, text, button, whenSeen }: LinkPageProps) => (
  <>
    <PageHead title={title} text={text} />
    <Section>
      <form method="post" data-when-seen={whenSeen}>
        <Button type="submit" name={CLICKED} value="yes">
          {button}
        </Button>
      </form>
    </Section>
  </>
)
