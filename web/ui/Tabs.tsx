import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { styled } from 'styled-components'
import { color } from '../design/theme.ts'
import { duration, radius, space, type } from '../design/tokens.ts'

interface Tab {
  label: string
  panel: ReactNode
  /** The panel takes the focus itself, because nothing in it can. */
  still?: boolean
}

/**
 * Tabs with automatic activation, after the WAI-ARIA Authoring Practices: click, Space, Enter
 * and focus select a tab; the arrow keys, Home and End move between tabs and wrap around.
 * Every panel is in the page, so that find-in-page and search engines reach it.
 */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const [chosen, setChosen] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()

  const moveFocus = (event: KeyboardEvent) => {
    const next = target(event.key, chosen, tabs.length)
    if (next === undefined) return
    event.preventDefault()
    list.current?.querySelectorAll('button')[next]?.focus()
  }

  return (
    <>
      <List ref={list} role="tablist" aria-label={label} onKeyDown={moveFocus}>
        {tabs.map((tab, index) => (
          <button
            key={tab.label}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-panel-${index}`}
            aria-selected={index === chosen}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => setChosen(index)}
            onFocus={() => setChosen(index)}
          >
            {tab.label}
          </button>
        ))}
      </List>
      {tabs.map((tab, index) => (
        <Panel
          key={tab.label}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          tabIndex={tab.still ? 0 : undefined}
          hidden={index !== chosen}
        >
          {tab.panel}
        </Panel>
      ))}
    </>
  )
}

function target(key: string, from: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (from + 1) % count
    case 'ArrowLeft':
      return (from - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}

const List = styled.div`
  display: inline-flex;
  gap: ${space[1]};
  padding: ${space[1]};
  border: 1px solid ${color.hairlineStrong};
  border-radius: ${radius.pill};

  button {
    padding: ${space[2]} clamp(${space[3]}, 5vw, ${space[6]});
    border: 0;
    border-radius: ${radius.pill};
    background: none;
    color: ${color.muted};
    ${type.small}
    font-weight: 600;
    cursor: pointer;
    transition:
      color ${duration.fast},
      background-color ${duration.fast};
  }
  button:hover {
    color: ${color.strong};
  }
  button[aria-selected='true'] {
    background: ${color.accent};
    color: ${color.onAccent};
  }
  @media (forced-colors: active) {
    button[aria-selected='true'] {
      outline: 2px solid;
    }
  }
  /* The panels are below each other, so there is nothing to select. */
  @media print, (scripting: none) {
    display: none;
  }
`

const Panel = styled.div`
  margin-top: ${space[10]};

  @media print, (scripting: none) {
    &[hidden] {
      display: block;
    }
  }
`
