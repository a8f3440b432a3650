import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation } from 'react-router-dom'
import { styled } from 'styled-components'
import { color, font } from '../design/theme.ts'
import { duration, ease, radius, space, type } from '../design/tokens.ts'

interface Tab {
  /** The fragment of the tab's address, such as `case-studies`. */
  id: string
  /** Fragments of elements in the panel. An address with one of them opens this tab. */
  holds: readonly string[]
  label: string
  panel: ReactNode
  /** True for a panel without a link or button: it takes the focus itself. */
  still?: boolean
}

/**
 * Tabs with automatic activation, after the WAI-ARIA Authoring Practices: click, Space, Enter
 * and focus select a tab; the arrow keys, Home and End move between tabs and wrap around.
 * The page contains all panels, so that find-in-page and search engines reach them. Each has an address.
 */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const target = useLocation().hash.slice(1)
  const linked = tabs.findIndex(({ id, holds }) => id === target || holds.includes(target))
  // The prerendered HTML cannot know the fragment, so an effect opens its tab after hydration.
  const [chosen, setChosen] = useState(() =>
    linked > 0 && !document.getElementById(target) ? linked : 0,
  )
  /** True once a visitor has chosen a tab, so that the address no longer decides. */
  const [moved, setMoved] = useState(false)
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (linked < 0) return
    // `flushSync` cannot render within an effect, so this runs just after it.
    queueMicrotask(() => {
      const element = document.getElementById(target)
      const wasHidden = element?.closest('[role=tabpanel]')?.hasAttribute('hidden')
      flushSync(() => setChosen(linked))
      // The element was hidden, so neither the browser nor the router could scroll to it.
      if (wasHidden) element?.scrollIntoView()
    })
  }, [linked, target])

  const choose = (index: number) => {
    if (index !== chosen) setMoved(true)
    setChosen(index)
    // The router's `navigate` would scroll to the panel.
    window.history.replaceState(window.history.state, '', `#${tabs[index]?.id}`)
  }

  const moveFocus = (event: KeyboardEvent) => {
    const places: Record<string, number> = {
      ArrowRight: (chosen + 1) % tabs.length,
      ArrowLeft: chosen - 1,
      Home: 0,
      End: -1,
    }
    const next = places[event.key]
    if (next === undefined) return
    event.preventDefault()
    // `at` counts a negative index from the end, so the arrow keys wrap around.
    Array.from(list.current?.querySelectorAll('button') ?? [])
      .at(next)
      ?.focus()
  }

  return (
    <>
      <List ref={list} role="tablist" aria-label={label} onKeyDown={moveFocus}>
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${tab.id}-tab`}
            aria-controls={tab.id}
            aria-selected={index === chosen}
            tabIndex={index === chosen ? 0 : -1}
            onClick={() => choose(index)}
            onFocus={() => choose(index)}
          >
            {tab.label}
          </button>
        ))}
      </List>
      {tabs.map((tab, index) => (
        <Panel
          key={tab.id}
          role="tabpanel"
          id={tab.id}
          aria-labelledby={`${tab.id}-tab`}
          tabIndex={tab.still ? 0 : undefined}
          hidden={index !== chosen}
          data-moved={moved || undefined}
        >
          <Label>{tab.label}</Label>
          {tab.panel}
        </Panel>
      ))}
    </>
  )
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
  /* On paper and without scripts, the page shows all panels below each other, so there is nothing to select. */
  @media print, (scripting: none) {
    display: none;
  }
`

/** The title of a panel, on paper and without scripts. */
const Label = styled.p`
  display: none;
  margin-bottom: ${space[6]};
  color: ${color.strong};
  font-family: ${font.display};
  ${type.title}
  font-weight: 700;

  @media print, (scripting: none) {
    display: block;
  }
`

const Panel = styled.div`
  margin-top: ${space[10]};
  scroll-margin-top: ${space.header};

  &[data-moved] {
    animation: panel ${duration.normal} ${ease.out};
  }
  @keyframes panel {
    from {
      opacity: 0;
      transform: translateY(${space[3]});
    }
  }

  @media print, (scripting: none) {
    &[hidden] {
      display: block;
    }
  }
`
