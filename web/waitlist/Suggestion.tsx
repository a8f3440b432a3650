import { useEffect, useState } from 'react'
import { styled } from 'styled-components'
import { form } from '../content/waitlist.ts'
import { color } from '../design/theme.ts'
import { space, type } from '../design/tokens.ts'
import { TextButton } from '../ui/Button.tsx'
import { suggestEmail } from './suggestEmail.ts'

/**
 * The suggestion appears this many milliseconds after the last key, because a visitor who has typed `gmail.co` may be
 * about to type `gmail.com`. Below 500 ms, browsers do not count the suggestion's appearance as a layout shift.
 */
const PAUSE = 400

interface SuggestionProps {
  email: string
  onAccept: (email: string) => void
}

/** Offers a corrected address below one that looks mistyped. */
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
