import { useEffect, useState } from 'react'
import { styled } from 'styled-components'
import { form } from '../content/waitlist.ts'
import { color } from '../design/theme.ts'
import { space, type } from '../design/tokens.ts'
import { TextButton } from '../ui/Button.tsx'
import { suggestEmail } from './suggestEmail.ts'

/**
 * The suggestion waits for this many milliseconds, because `gmail.co` is on the way to `gmail.com`. Within
 * 500 ms of a key press, browsers do not count what moves as a layout shift.
 */
const PAUSE = 400

interface SuggestionProps {
  email: string
  onAccept: (email: string) => void
}

/** Offers the corrected address beneath one that looks mistyped. */
export function Suggestion({ email, onAccept }: SuggestionProps) {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(email), PAUSE)
    return () => clearTimeout(timer)
  }, [email])
  const suggestion = settled === email ? suggestEmail(email) : undefined
  if (suggestion === undefined) return null
  const { before, after, accept } = form.suggestion
  return (
    <Text>
      {before} <strong>{suggestion}</strong>
      {after}{' '}
      <Accept type="button" onClick={() => onAccept(suggestion)}>
        {accept}
      </Accept>
    </Text>
  )
}

const Text = styled.p`
  margin-top: ${space[2]};
  color: ${color.text};
  overflow-wrap: anywhere;
  ${type.label}
`

const Accept = styled(TextButton)`
  min-height: ${space[8]};
  margin-top: 0;
  text-decoration-color: currentColor;
`
