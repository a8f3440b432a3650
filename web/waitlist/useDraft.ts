import { WAITLIST_PATH } from '@ad-kit/contract'
import { type RefObject, useEffect, useState } from 'react'
import { moveFocus } from './focus.ts'
import type { Outcome } from './submit.ts'
import { byKey, EMPTY, type Values } from './values.ts'

/**
 * Survives while the visitor reads another page of the site: the privacy policy is one click from
 * the button. In memory only, so that the next person at this browser does not find it.
 */
export const draft: { values: Values; underway: Promise<Outcome> | null } = {
  values: EMPTY,
  underway: null,
}

/** What survives of the form in the browser: the draft, early text, and what Back restores. */
export function useDraft(form: RefObject<HTMLFormElement | null>) {
  // If a translation or an extension changed the page, React renders the form again, empty, and removes this one.
  const [prerendered] = useState(prerenderedForm)
  useEffect(() => {
    const keep = () => keepForBack(form.current)
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  }, [form])
  return {
    /** The draft with the text that was typed before hydration: it is in the page, not yet in the state. */
    restore: (): Values => {
      if (prerendered && prerendered !== form.current) moveFocus(prerendered, form.current)
      return { ...draft.values, ...readTyped(prerendered ?? form.current) }
    },
    save: () => {
      draft.values = { ...EMPTY, ...readTyped(form.current) }
    },
  }
}

/** The prerendered form; null on the server and after a client navigation. */
export const prerenderedForm = (): HTMLFormElement | null =>
  typeof document === 'undefined'
    ? null
    : document.querySelector(`form[action^="${WAITLIST_PATH}?"]`)

function readTyped(form: HTMLFormElement | null): Partial<Values> {
  const typed = [...(form ? new FormData(form) : [])].filter(([, value]) => value !== '')
  return byKey<string>(Object.fromEntries(typed))
}

/**
 * On Back, browsers restore only values that differ from the field's default, and React keeps the
 * default equal to the value.
 */
function keepForBack(form: HTMLFormElement | null): void {
  for (const input of form?.querySelectorAll('input') ?? []) input.defaultValue = ''
}
