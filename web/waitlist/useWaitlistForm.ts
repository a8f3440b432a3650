import { type FieldName, HONEYPOT, QUESTION_NAMES, WAITLIST_PATH } from '@ad-kit/contract'
import { useFormik } from 'formik'
import {
  type ChangeEvent,
  type KeyboardEvent,
  startTransition,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { fetchTouched, rules } from './fetch-touched.ts'
import { type FieldErrors, type Outcome, submitSignup } from './submit.ts'
import { byKey, EMPTY, keyOf, toBody, type Values } from './values.ts'

/**
 * The draft survives while the visitor reads another page, such as the privacy policy that is linked next to the
 * button. It is kept only in memory, so that the next person at this browser does not find it.
 */
let draft: Values = EMPTY

/** Returns the prerendered form, or null on the server and after a client navigation. */
const prerenderedForm = (): HTMLFormElement | null =>
  typeof document === 'undefined'
    ? null
    : document.querySelector(`form[action^="${WAITLIST_PATH}?"]`)

function readTyped(form: HTMLFormElement | null): Partial<Values> {
  const typed = [...(form ? new FormData(form) : [])].filter(([, value]) => value !== '')
  return byKey<string>(Object.fromEntries(typed))
}

/** Focuses the target and scrolls as little as possible; `focus` alone may centre it. */
function goTo(target: HTMLElement | null | undefined): void {
  target?.scrollIntoView({ block: 'nearest' })
  target?.focus({ preventScroll: true })
}

/** Keeps the form's values, their errors and the outcome of the last signup. */
export function useWaitlistForm() {
  const title = useRef<HTMLHeadingElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const element = useRef<HTMLFormElement>(null)
  // If a translation or an extension changed the page, React replaces the prerendered form with an empty one.
  const [prerendered] = useState(prerenderedForm)
  const [hydrated, setHydrated] = useState(() => typeof document !== 'undefined' && !prerendered)
  const [touched, setTouched] = useState<Awaited<ReturnType<typeof fetchTouched>>>()
  const [judged, setJudged] = useState(false)
  const [incomplete, setIncomplete] = useState('')
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  const formik = useFormik<Values>({
    initialValues: EMPTY,
    validationSchema: rules,
    onSubmit: async (values) => {
      setOutcome(null)
      const result = await submitSignup(toBody(values))
      setOutcome(result)
      if (result.kind === 'joined') {
        draft = EMPTY
        return
      }
      formik.setStatus(result.fields)
      // If a browser filled in the honeypot, the visitor cannot see or correct it.
      if (result.fields[HONEYPOT]) void formik.setFieldValue(keyOf(HONEYPOT), '')
    },
  })
  /** The API's messages. A message disappears as soon as the visitor changes its field. */
  const refused: FieldErrors = formik.status ?? {}

  const controlOf = (name: FieldName | undefined) =>
    name && element.current?.querySelector<HTMLElement>(`#${name}`)

  /** Shows errors from now on. This runs after the first validation, which had to fetch the rules. */
  async function afterValidation(): Promise<void> {
    setTouched(await fetchTouched())
    setJudged(true)
  }

  const change = (name: FieldName, value: string) => {
    // While the form is being sent, its values must not change, because a success empties the form.
    if (formik.isSubmitting) return
    setIncomplete('')
    void formik.setFieldTouched(keyOf(name), true, false)
    const validated = formik.setFieldValue(keyOf(name), value)
    if (!touched) void validated.then(afterValidation)
    if (refused[name]) formik.setStatus({ ...refused, [name]: undefined })
  }

  // Moves the focus, because the button lost it when it was disabled, and scrolls to the notice above the
  // form. If the notice and a refused field do not fit on the screen together, the field is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each outcome
  useLayoutEffect(() => {
    if (!outcome) return
    notice.current?.scrollIntoView({ block: 'nearest' })
    const errors = outcome.kind === 'failed' ? outcome.fields : {}
    goTo(controlOf(QUESTION_NAMES.find((name) => errors[name])) || notice.current)
    // The focus must move first, because its blur event would mark the emptied field as touched.
    if (outcome.kind === 'joined') formik.resetForm()
  }, [outcome])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is hydrated
  useLayoutEffect(() => {
    // Without a transition, rendering the form within the commit would block a slow phone.
    const enable = () => startTransition(() => setHydrated(true))
    // The visitor may have typed before hydration: that text is in the page, but not in Formik's state.
    const values = { ...draft, ...readTyped(prerendered ?? element.current) }
    if (Object.values(values).some(Boolean)) {
      // `hydrated` makes the button depend on the validation, so the validation comes first. A button that is disabled
      // while a finger is touching it loses the click.
      void formik.setValues(values).then(afterValidation).then(enable)
    } else enable()
    const form = element.current
    return () => {
      draft = { ...EMPTY, ...readTyped(form) }
    }
  }, [])

  const field = (name: FieldName) => {
    const key = keyOf(name)
    return {
      id: name,
      name,
      value: formik.values[key],
      error: refused[name] ?? (formik.touched[key] ? formik.errors[key] : undefined),
      onBlur: () => void formik.setFieldTouched(key),
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
        change(name, target.value),
    }
  }

  // If the rules could not be loaded, the browser's own validation decides.
  const isValid = touched ? formik.isValid : element.current?.matches(':valid')
  const ready = judged && formik.dirty && isValid

  return {
    title,
    notice,
    element,
    field,
    /** Sets a value and focuses its field, because the clicked button disappears. */
    fill: (name: FieldName, value: string) => {
      change(name, value)
      goTo(controlOf(name))
    },
    NextStep: touched?.NextStep,
    Suggestion: touched?.Suggestion,
    hydrated,
    /** True once the rules have been loaded. */
    validated: touched !== undefined,
    outcome,
    dismiss: () => {
      setOutcome(null)
      goTo(title.current)
    },
    onFocus: () => {
      if (!touched) void formik.validateForm().then(afterValidation)
    },
    // Browsers ignore Enter in a field while the button is disabled. The first Enter may come before the chunk has
    // arrived.
    onKeyDown: async ({ key, target }: KeyboardEvent) => {
      if (key !== 'Enter' || ready || !(target instanceof HTMLInputElement)) return
      const loaded = await fetchTouched()
      if (loaded) setIncomplete(await loaded.showMistakes(formik))
      else element.current?.reportValidity()
    },
    submit: formik.handleSubmit,
    submitting: formik.isSubmitting,
    incomplete,
    ready,
  }
}
