import { type FieldName, QUESTION_NAMES } from '@ad-kit/contract'
import type { FieldErrors } from './submit.ts'

export const findControl = (form: HTMLFormElement | null, name: FieldName): HTMLElement | null =>
  form?.querySelector<HTMLElement>(`#${name}`) ?? null

/** The first control that has an error. */
export function findRefused(form: HTMLFormElement | null, errors: FieldErrors): HTMLElement | null {
  const name = QUESTION_NAMES.find((name) => errors[name])
  return name ? findControl(form, name) : null
}

/** Focuses the target and scrolls as little as possible; `focus` alone may centre it. */
export function goTo(target: HTMLElement | null): void {
  target?.scrollIntoView({ block: 'nearest' })
  target?.focus({ preventScroll: true })
}

/** What has had the focus last. An element that is removed loses it without an event. */
let focused: Element | null = null

/** Remembers the focus, until it is moved. */
const noteFocus = ({ target }: Event): void => {
  if (target instanceof Element) focused = target
}

if (typeof document !== 'undefined') {
  focused = document.activeElement
  document.addEventListener('focusin', noteFocus)
}

/** Moves the focus and the caret to the same control of the form that replaces another one. */
export function moveFocus(from: HTMLFormElement, to: HTMLFormElement | null): void {
  document.removeEventListener('focusin', noteFocus)
  if (!(focused && from.contains(focused))) return
  const control = findControl(to, focused.id as FieldName)
  const { selectionStart, selectionEnd } = focused as HTMLInputElement
  // The control gets its text first. No key can come before this is done.
  queueMicrotask(() => {
    control?.focus({ preventScroll: true })
    // An email address and a choice have no caret that scripts can move.
    if (control instanceof HTMLInputElement && control.selectionStart !== null)
      control.setSelectionRange(selectionStart, selectionEnd)
  })
}
