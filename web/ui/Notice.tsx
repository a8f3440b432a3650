import { X } from 'lucide'
import type { ReactNode, Ref } from 'react'
import { styled } from 'styled-components'
import { notices } from '../content/waitlist.ts'
import { color, font } from '../design/theme.ts'
import { duration, ease, radius, size, space, type } from '../design/tokens.ts'
import { Icon } from './Icon.tsx'

/** Screen readers announce a success in the next pause and a failure immediately. */
const roles = { success: 'status', destructive: 'alert' } as const

export interface NoticeProps {
  look: keyof typeof roles
  title: string
  text: string
  /** A second paragraph below the text. */
  detail?: ReactNode
}

interface NoticesProps {
  /** The caller uses it to move the focus to the notice. */
  ref: Ref<HTMLDivElement>
  notice: NoticeProps | null
  onDismiss: () => void
  /** Controls below the words. Screen readers do not announce them with the notice. */
  children?: ReactNode
}

/**
 * Live regions for notices (WCAG 4.1.3). They are always in the page, because screen readers ignore regions that are
 * added with their text. A notice stays until it is dismissed (WCAG 2.2.1).
 */
export function Notices({ ref, notice, onDismiss, children }: NoticesProps) {
  return Object.entries(roles).map(([look, role]) => {
    const shown = notice?.look === look ? notice : null
    return (
      <Box key={look} {...(shown && { ref, tabIndex: -1, 'data-look': look })}>
        <Words role={role}>
          {shown && (
            <>
              <Heading>{shown.title}</Heading>
              <p>{shown.text}</p>
              {shown.detail && <Detail>{shown.detail}</Detail>}
              <Dismiss type="button" aria-label={notices.dismiss} onClick={onDismiss}>
                <Icon icon={X} size={18} />
              </Dismiss>
            </>
          )}
        </Words>
        {shown && children}
      </Box>
    )
  })
}

const Box = styled.div`
  ${type.small}

  &[data-look] {
    margin-bottom: ${space[6]};
    animation: notice ${duration.normal} ${ease.out};
  }
  /* Visitors must see the success first, so there is a clear space before a form below it. */
  &[data-look='success'] {
    margin-bottom: ${space[10]};
    padding-bottom: ${space[10]};
    border-bottom: 1px solid ${color.accentEdge};
  }
  &[data-look='destructive'] {
    padding: ${space[4]} ${space[5]};
    border: 1px solid ${color.danger};
    border-radius: ${radius.field};
    background: ${color.dangerField};
  }
  @keyframes notice {
    from {
      opacity: 0;
      transform: translateY(-${space[2]});
    }
  }
`

const Words = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  column-gap: ${space[4]};
`

const Heading = styled.p`
  color: ${color.strong};
  font-weight: 600;

  [data-look='success'] & {
    margin-bottom: ${space[3]};
    font-family: ${font.display};
    ${type.title}
    font-weight: 700;
    text-wrap: balance;
  }
`

const Detail = styled.p`
  grid-area: 3 / 1 / auto / -1;
  margin-top: ${space[4]};
  padding-top: ${space[4]};
  border-top: 1px solid ${color.accentEdge};
`

const Dismiss = styled.button`
  display: grid;
  grid-area: 1 / 2 / span 2;
  place-items: center;
  width: ${size.dismiss};
  height: ${size.dismiss};
  margin: -${space[2]} -${space[2]} 0 0;
  padding: 0;
  border: 0;
  border-radius: ${radius.small};
  background: none;
  cursor: pointer;
`
