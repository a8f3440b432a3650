import { Info } from 'lucide'
import { type PointerEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { styled } from 'styled-components'
import { color, shadow } from '../design/theme.ts'
import { layer, radius, size, space, type } from '../design/tokens.ts'
import { Icon } from './Icon.tsx'

interface TooltipProps {
  /** The accessible name of the button. */
  label: string
  text: string
}

/** Explains the words before it. Before hydration, and without scripts, CSS opens the tooltip. */
export function Tooltip({ label, text }: TooltipProps) {
  const id = useId()
  const { open, trigger, area } = useTooltip()
  return (
    <Area {...area}>
      <Trigger type="button" aria-label={label} aria-describedby={id} {...trigger}>
        <Icon icon={Info} size={16} />
      </Trigger>
      <Text role="tooltip" id={id} data-open={open}>
        {text}
      </Text>
    </Area>
  )
}

/** Spec §9: a tooltip opens after a pointer has rested for this many milliseconds. */
const DELAY = 700
/** Spec §9: for this many milliseconds after a tooltip has closed, the next one opens immediately. */
const SKIP_WINDOW = 300
/** Visitors get this many milliseconds to move the pointer from the trigger onto the text (WCAG 1.4.13). */
const GRACE = 150

/** Closes the page's only open tooltip. */
let closeOpen: (() => void) | undefined
/** The time at which the last tooltip closed. */
let closedAt = Number.NEGATIVE_INFINITY

const delayOfNext = (): number =>
  closeOpen || performance.now() - closedAt < SKIP_WINDOW ? 0 : DELAY

/** Opens and closes a tooltip on pointer, focus, touch and Escape. */
function useTooltip() {
  // `undefined` means that the button is not hydrated yet, so CSS shows the text.
  const [open, setOpen] = useState<boolean>()
  const timer = useRef<number>(undefined)
  const area = useRef<HTMLSpanElement>(null)
  useEffect(() => () => window.clearTimeout(timer.current), [])

  // If the pointer reached the button before hydration, CSS has waited for part of the delay, so CSS opens the tooltip.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the button is hydrated
  useLayoutEffect(() => {
    if (area.current?.matches(':hover:not(:focus-within)')) change(true, DELAY)
    else setOpen(area.current?.matches(':focus-within'))
  }, [])

  // The document listens for Escape, because a tooltip opened by a pointer or by a tap in Safari has no focus
  // (WCAG 1.4.13). A layout effect starts to listen as soon as the tooltip is visible.
  useLayoutEffect(() => {
    if (!open) return
    const close = () => {
      window.clearTimeout(timer.current)
      setOpen(false)
    }
    closeOpen?.()
    closeOpen = close
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    const onPointer = ({ target }: globalThis.PointerEvent) => {
      if (!(target instanceof Node && area.current?.contains(target))) close()
    }
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPointer)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPointer)
      closedAt = performance.now()
      if (closeOpen === close) closeOpen = undefined
    }
  }, [open])

  const change = (next: boolean, delay: number) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => setOpen(next), delay)
  }

  return {
    open,
    trigger: {
      onFocus: () => change(true, 0),
      onBlur: () => change(false, 0),
      onClick: () => change(true, 0),
    },
    area: {
      ref: area,
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') change(true, delayOfNext())
      },
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        const focused = area.current?.matches(':focus-within')
        if (pointerType === 'mouse' && !focused) change(false, open ? GRACE : 0)
      },
    },
  }
}

const Area = styled.span`
  position: relative;

  > [data-open='false'],
  &:not(:hover, :focus-within) > [role='tooltip']:not([data-open]) {
    display: none;
  }
  /* The delay is not motion, so it also applies to visitors who want reduced motion. */
  &:not(:focus-within) > [role='tooltip']:not([data-open]) {
    animation: delay ${DELAY}ms step-end !important;
  }
  @keyframes delay {
    from {
      visibility: hidden;
    }
  }
`

const Trigger = styled.button`
  display: inline-grid;
  place-items: center;
  width: ${size.hint};
  height: ${size.hint};
  padding: 0;
  border: 0;
  border-radius: ${radius.pill};
  background: none;
  color: ${color.faint};
  vertical-align: middle;
  cursor: help;

  &:hover {
    color: ${color.accentStrong};
  }
  &:focus-visible {
    outline-offset: 0;
  }
`

const Text = styled.span`
  position: absolute;
  bottom: calc(100% + ${space[1]});
  left: 50%;
  z-index: ${layer.raised};
  width: max-content;
  max-width: min(13rem, 50vw);
  padding: ${space[2]} ${space[3]};
  border: 1px solid ${color.hairlineStrong};
  border-radius: ${radius.small};
  background: ${color.page};
  box-shadow: ${shadow.card};
  color: ${color.text};
  ${type.label}
  /* Above a card's first feature, most of the text is to the right of the price. */
  transform: translateX(-25%);

  /* Fills the gap to the trigger, so that the pointer can cross to the text. */
  &::after {
    content: '';
    position: absolute;
    inset: 100% 0 auto;
    height: ${space[2]};
  }
`
