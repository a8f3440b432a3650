import { DATA_WORDS, describeHeld, type HeldData, LINK_PATHS } from '@ad-kit/contract'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { styled } from 'styled-components'
import { linkPages } from '../content/link-pages.ts'
import { color } from '../design/theme.ts'
import { measure, radius, size, space, type, wide } from '../design/tokens.ts'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'
import { members, timeLimit, words } from '../waitlist/post.ts'
import { LinkForm } from './LinkForm.tsx'

const { button, loading, failed } = linkPages.data

/** Shows what is held on this page. Without JavaScript, the API responds with a page. */
export function DataRequest() {
  const [held, setHeld] = useState<HeldData | null>(null)
  const [note, setNote] = useState('')

  async function show(event: SubmitEvent): Promise<void> {
    event.preventDefault()
    setNote(loading)
    const result = await fetchHeldData(window.location.search)
    if (typeof result === 'string') setNote(result)
    else setHeld(result)
  }

  if (held) return <Shown held={held} />
  return (
    <LinkForm button={button} onSubmit={(event) => void show(event)}>
      <Note role="status">{note}</Note>
    </LinkForm>
  )
}

/** What is held about the person of a link, or a sentence for the visitor. Never throws. */
async function fetchHeldData(query: string): Promise<HeldData | string> {
  try {
    const response = await fetch(`/api${LINK_PATHS.data}${query}`, {
      method: 'POST',
      headers: { accept: 'application/json' },
      signal: timeLimit(),
    })
    const body: unknown = await response.json()
    return response.ok ? (body as HeldData) : words(members(body)['error']) || failed
  } catch {
    return failed
  }
}

/** What is held about a person, with its download and its erasure. */
function Shown({ held }: { held: HeldData }) {
  const title = useRef<HTMLHeadingElement>(null)
  // The pressed button is gone, so the focus moves on.
  useEffect(() => title.current?.focus(), [])
  return (
    <Section>
      <Heading ref={title} tabIndex={-1}>
        {DATA_WORDS.title}
      </Heading>
      <List>
        {describeHeld(held).map(([label, text]) => (
          <div key={`${label} ${text}`}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </List>
      {/* Sent to the address of the page. */}
      <form method="post">
        <Button type="submit" name="as" value="file">
          {DATA_WORDS.download}
        </Button>
      </form>
      <Erase>
        <summary>{DATA_WORDS.erase}</summary>
        <p>{DATA_WORDS.warning}</p>
        <form method="post" action={LINK_PATHS.erase + window.location.search}>
          <Button type="submit" data-look="quiet">
            {DATA_WORDS.confirmErase}
          </Button>
        </form>
      </Erase>
    </Section>
  )
}

const Note = styled.p`
  min-height: ${space[6]};
  margin-top: ${space[4]};
  color: ${color.text};
`

const Heading = styled.h2`
  margin-bottom: ${space[6]};
  ${type.heading}
`

const List = styled.dl`
  display: grid;
  gap: ${space[4]};
  max-width: ${measure.text};
  margin-bottom: ${space[8]};

  ${wide.tablet} {
    div {
      display: grid;
      grid-template-columns: 1fr 1fr;
      gap: ${space[4]};
    }
  }
  dt {
    color: ${color.muted};
    ${type.small}
  }
  dd {
    margin: 0;
    color: ${color.strong};
    overflow-wrap: anywhere;
  }
`

const Erase = styled.details`
  max-width: ${measure.text};
  margin-top: ${space[8]};
  padding: ${space[3]} ${space[5]};
  border: 1px solid ${color.hairlineStrong};
  border-radius: ${radius.field};

  summary {
    min-height: ${size.target};
    align-content: center;
    cursor: pointer;
  }
  p {
    margin: ${space[3]} 0 ${space[5]};
    color: ${color.muted};
  }
  form {
    margin-bottom: ${space[3]};
  }
`
