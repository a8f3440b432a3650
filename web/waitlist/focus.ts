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
