import { useState } from 'react'
import { styled } from 'styled-components'
import { brand } from '../content/brand.ts'
import { nextStep } from '../content/waitlist.ts'
import { color } from '../design/theme.ts'
import { space, type } from '../design/tokens.ts'
import { Button } from '../ui/Button.tsx'
import { resend } from './resend.ts'
import { useCountdown } from './useCountdown.ts'

/** From one mail to the next. In seconds. */
const PAUSE = 60

const HINT = 'resend-hint'

interface NextStepProps {
  email: string
}

/** What a visitor can do after the signup: have the mail sent again, and tell others. */
export function NextStep({ email }: NextStepProps) {
  const [left, restart] = useCountdown(PAUSE)
  const [sending, setSending] = useState(false)
  const [result, setResult] = useState<Awaited<ReturnType<typeof resend>> | null>(null)
  const blocked = sending || left > 0
  const askAgain = async () => {
    if (blocked) return
    setSending(true)
    setResult(null)
    const outcome = await resend(email)
    setResult(outcome)
    setSending(false)
    if (outcome.sent) restart()
  }
  return (
    <>
      <Buttons>
        {/* `disabled` would take the focus from the pressed button, and hide the reason. */}
        <Action
          type="button"
          data-look="quiet"
          data-size="small"
          aria-disabled={blocked}
          aria-describedby={HINT}
          onClick={() => void askAgain()}
        >
          {sending ? nextStep.resending : nextStep.resend}
        </Action>
        {'share' in navigator && (
          <Action type="button" data-look="quiet" data-size="small" onClick={share}>
            {nextStep.share}
          </Action>
        )}
      </Buttons>
      <Result aria-live="polite" data-failed={result?.sent === false}>
        {result?.message}
      </Result>
      <Hint id={HINT}>{left > 0 ? nextStep.wait(left) : nextStep.ready}</Hint>
    </>
  )
}

/** Closing the browser's sheet rejects the promise. */
const share = () => {
  navigator.share({ title: brand.name, url: brand.origin }).catch(() => {})
}

const Hint = styled.p`
  margin-top: ${space[3]};
  color: ${color.muted};
  font-variant-numeric: tabular-nums;
  ${type.label}
`

const Buttons = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[3]};
  margin-top: ${space[4]};
`

const Action = styled(Button)`
  &[aria-disabled='true'],
  &[aria-disabled='true']:hover {
    border-color: ${color.hairlineStrong};
    color: ${color.faint};
    transform: none;
    cursor: not-allowed;
  }
`

const Result = styled.p`
  color: ${color.strong};
  font-weight: 600;

  &:not(:empty) {
    margin-top: ${space[3]};
  }
  &[data-failed='true'] {
    color: ${color.danger};
  }
`
