import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Spec §9, in milliseconds: how long a pointer rests before a tooltip opens … */
const DELAY = 700
/** … and for how long after one has closed the next opens without that delay. */
const SKIP_WINDOW = 300
/** Long enough to move the pointer from the trigger onto the text (WCAG 1.4.13). */
const GRACE = 150

/** Closes the page's open tooltip: there is one at a time. */
let closeOpen: (() => void) | undefined
/** When the last one closed. */
let closedAt = Number.NEGATIVE_INFINITY

const delayOfNext = (): number =>
  closeOpen || performance.now() - closedAt < SKIP_WINDOW ? 0 : DELAY

/** Opens and closes a tooltip by pointer, focus, touch and Escape. */
export function useTooltip() {
  const [open, setOpen] = useState(false)
  const timer = useRef<number>(undefined)
  const area = useRef<HTMLSpanElement>(null)
  useEffect(() => () => window.clearTimeout(timer.current), [])

  // Heard wherever the focus is: a pointer may have opened it (WCAG 1.4.13), and a finger that
  // taps a button does not focus it in Safari. From when it is seen, not some frames after.
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
        if (pointerType === 'mouse') change(false, open ? GRACE : 0)
      },
    },
  }
}
