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
  /** True for a panel without links or buttons, which must be focusable itself. */
  still?: boolean
}

/**
 * Tabs with automatic activation, following the WAI-ARIA Authoring Practices: click, Space, Enter and focus select a
 * tab; the arrow keys, Home and End move between tabs and wrap around. The page contains all panels for search engines.
 * Each tab is a link to its panel, which CSS shows before hydration.
 */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const target = useLocation().hash.slice(1)
  const linked = tabs.findIndex(({ id, holds }) => id === target || holds.includes(target))
  // While nothing is chosen, CSS shows the address's panel, or the first one. The prerendered HTML cannot know the
  // fragment, so an effect chooses the tab after hydration.
  const [chosen, setChosen] = useState(() =>
    linked >= 0 && !document.getElementById(target) ? linked : undefined,
  )
  const selected = chosen ?? 0
  /** True once a visitor has chosen a tab, so that the address no longer decides. */
  const [moved, setMoved] = useState(false)
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (linked < 0) return
    // `flushSync` cannot render within an effect, so this runs just after it.
    queueMicrotask(() => {
      const element = document.getElementById(target)
      const wasHidden = element?.getClientRects().length === 0
      flushSync(() => setChosen(linked))
      // The element was hidden, so neither the browser nor the router could scroll to it.
      if (wasHidden) element.scrollIntoView()
    })
  }, [linked, target])

  const choose = (index: number) => {
    if (index !== selected) setMoved(true)
    setChosen(index)
    // The router's `navigate` would scroll to the panel.
    window.history.replaceState(window.history.state, '', `#${tabs[index]?.id}`)
  }

  const press = (event: KeyboardEvent) => {
    // Unlike a button, a link does not follow Space.
    if (event.key === ' ' && event.target instanceof HTMLElement) {
      event.preventDefault()
      event.target.click()
    }
    const places: Record<string, number> = {
      ArrowRight: (selected + 1) % tabs.length,
      ArrowLeft: selected - 1,
      Home: 0,
      End: -1,
    }
    const next = places[event.key]
    if (next === undefined) return
    event.preventDefault()
    // `at` counts a negative index from the end, so the arrow keys wrap around.
    Array.from(list.current?.querySelectorAll('a') ?? [])
      .at(next)
      ?.focus()
  }

  return (
    <>
      <List ref={list} role="tablist" aria-label={label} onKeyDown={press}>
        {tabs.map((tab, index) => (
          <a
            key={tab.id}
            href={`#${tab.id}`}
            role="tab"
            id={`${tab.id}-tab`}
            aria-controls={tab.id}
            aria-selected={index === selected}
            tabIndex={index === selected ? 0 : -1}
            onClick={(event) => {
              event.preventDefault()
              choose(index)
            }}
            onFocus={() => choose(index)}
          >
            {tab.label}
          </a>
        ))}
      </List>
      {tabs.map((tab, index) => (
        <Panel
          key={tab.id}
          role="tabpanel"
          id={tab.id}
          aria-labelledby={`${tab.id}-tab`}
          tabIndex={tab.still ? 0 : undefined}
          hidden={chosen !== undefined && index !== chosen}
          data-shown={index === chosen || undefined}
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
  flex-wrap: wrap;
  gap: ${space[1]};
  padding: ${space[1]};
  border: 1px solid ${color.hairlineStrong};
  border-radius: ${radius.pill};

  a {
    padding: ${space[2]} clamp(${space[3]}, 5vw, ${space[6]});
    border-radius: ${radius.pill};
    color: ${color.muted};
    ${type.small}
    font-weight: 600;
    text-decoration: none;
    transition:
      color ${duration.fast},
      background-color ${duration.fast};
  }
  a:hover {
    color: ${color.strong};
  }
  a[aria-selected='true'] {
    background: ${color.accent};
    color: ${color.onAccent};
  }
  @media (forced-colors: active) {
    a[aria-selected='true'] {
      outline: 2px solid;
    }
  }
  /* On paper and without scripts, the page shows all panels, one below the other, so there is nothing to select. */
  @media print, (scripting: none) {
    display: none;
  }
`

/** The title of a panel, which `Panel` shows on paper and without scripts. */
const Label = styled.p`
  display: none;
  margin-bottom: ${space[6]};
  color: ${color.strong};
  font-family: ${font.display};
  ${type.title}
  font-weight: 700;
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

  & ~ &:not([data-shown], :target, :has(:target)),
  &:not([data-shown]):has(~ :target, ~ * :target) {
    display: none;
  }
  @media print, (scripting: none) {
    display: block !important;

    > p {
      display: block;
    }
  }
`
