import type { HeldData as Held } from '@ad-kit/contract'
import { type SubmitEvent, useState } from 'react'
import { styled } from 'styled-components'
import { linkPages } from '../content/link-pages.ts'
import { color } from '../design/theme.ts'
import { space } from '../design/tokens.ts'
import { fetchHeldData } from '../waitlist/fetchHeldData.ts'
import { HeldData } from './HeldData.tsx'
import { LinkForm } from './LinkForm.tsx'

const { button, loading } = linkPages.data

/** Shows what is held on this page. Without JavaScript, the API responds with a page. */
export function DataRequest() {
  const [held, setHeld] = useState<Held | null>(null)
  const [note, setNote] = useState('')

  async function show(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    setNote(loading)
    const result = await fetchHeldData(window.location.search)
    if (typeof result === 'string') setNote(result)
    else setHeld(result)
  }

  if (held) return <HeldData held={held} query={window.location.search} />
  return (
    <LinkForm button={button} onSubmit={(event) => void show(event)}>
      <Note role="status">{note}</Note>
    </LinkForm>
  )
}

const Note = styled.p`
  min-height: ${space[6]};
  margin-top: ${space[4]};
  color: ${color.text};
`
