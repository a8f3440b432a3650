import { plural, RESEND_PATH, RESENT } from '@ad-kit/contract'
import { useEffect, useState } from 'react'
import { styled } from 'styled-components'
import { brand } from '../content/brand.ts'
import { nextStep } from '../content/waitlist.ts'
import { color } from '../design/theme.ts'
import { space, type } from '../design/tokens.ts'
import { Button } from '../ui/Button.tsx'
import { members, postJson, words } from './submit.ts'

const SECOND = 1000

const PAUSE_SECONDS = 60

const HINT = 'resend-hint'

/** Lets a visitor request the email again, and share the site, after a signup. */
export function NextStep({ email }: { email: string }) {
  const [left, restart] = useCountdown()
  const [sending, setSending] = useState(false)
  const [result, setResult] = useState<Resent | null>(null)
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
        {/* Not `disabled` while it waits, because that would drop the button's focus and hide why it does nothing. */}
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
      <Hint id={HINT}>{left > 0 ? plural(left, nextStep.wait) : nextStep.ready}</Hint>
    </>
  )
}

interface Resent {
  sent: boolean
  message: string
}

/** Requests another confirmation email. Never throws. */
async function resend(email: string): Promise<Resent> {
  try {
    const response = await postJson(RESEND_PATH, { email })
    const { status, error } = members(await response.json())
    return status === RESENT.status
      ? { sent: true, message: nextStep.resent }
      : { sent: false, message: words(error) || nextStep.failed }
  } catch {
    return { sent: false, message: nextStep.failed }
  }
}

/** @returns the seconds until the email can be sent again, and a function that restarts that pause */
function useCountdown(): [left: number, restart: () => void] {
  const [end, setEnd] = useState(() => performance.now() + PAUSE_SECONDS * SECOND)
  const [now, setNow] = useState(() => performance.now())
  const left = Math.max(0, Math.ceil((end - now) / SECOND))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(performance.now()), SECOND)
    return () => clearInterval(timer)
  }, [isOver])
  const restart = () => {
    const start = performance.now()
    setNow(start)
    setEnd(start + PAUSE_SECONDS * SECOND)
  }
  return [left, restart]
}

/** Closing the browser's share sheet rejects the promise. That is not an error. */
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
