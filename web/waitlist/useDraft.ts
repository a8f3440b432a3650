import { FIELD_NAMES, type FieldName, WAITLIST_PATH, type WaitlistForm } from '@ad-kit/api/contract'
import { type RefObject, useEffect, useState } from 'react'
import type { Outcome } from './submit.ts'

export const empty = Object.fromEntries(FIELD_NAMES.map((name) => [name, ''])) as WaitlistForm

/**
 * Survives while the visitor reads another page of the site: the privacy policy is one click from
 * the button. In memory only, so that the next person at this browser does not find it.
 */
export const draft: { values: WaitlistForm; underway: Promise<Outcome> | null } = {
  values: empty,
  underway: null,
}

/** What survives of the form in the browser: the draft, early text, and what Back restores. */
export function useDraft(form: RefObject<HTMLFormElement | null>) {
  const [early] = useState(() => readTyped(prerenderedForm()))
  useEffect(() => {
    const keep = () => keepForBack(form.current)
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  }, [form])
  return {
    /**
     * Adds the text that was typed before hydration: it is in the page, not yet in the state. If a
     * translation or an extension changed the page, React has rendered the form again, empty.
     */
    restore: (): WaitlistForm => {
      const typed = readTyped(form.current)
      draft.values = { ...draft.values, ...(Object.keys(typed).length > 0 ? typed : early) }
      return draft.values
    },
    save: (name: FieldName, value: string) => {
      draft.values = { ...draft.values, [name]: value }
    },
    clear: () => {
      draft.values = empty
    },
  }
}

/** The prerendered form; null on the server and after a client navigation. */
export const prerenderedForm = (): HTMLFormElement | null =>
  typeof document === 'undefined'
    ? null
    : document.querySelector(`form[action^="${WAITLIST_PATH}?"]`)

function readTyped(form: HTMLFormElement | null): Partial<WaitlistForm> {
  const data = form ? new FormData(form) : new Map<string, string>()
  return Object.fromEntries(
    FIELD_NAMES.flatMap((name) => {
      const value = data.get(name)
      return typeof value === 'string' && value !== '' ? [[name, value]] : []
    }),
  )
}

/**
 * On Back, browsers restore only values that differ from the field's default, and React keeps the
 * default equal to the value.
 */
function keepForBack(form: HTMLFormElement | null): void {
  for (const input of form?.querySelectorAll('input') ?? []) input.defaultValue = ''
}
