import {
  FIELD_NAMES,
  FIELDS,
  type FieldName,
  HONEYPOT,
  messagesOf,
  QUESTION_NAMES,
  type WaitlistForm,
} from '@ad-kit/api/contract'
import { useFormik } from 'formik'
import {
  type ChangeEvent,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { draft, empty } from './draft.ts'
import { type FieldErrors, type Outcome, submitSignup } from './submit.ts'

type Touched = typeof import('./touched.ts')
type Rules = Pick<Touched, 'findErrors'> & Partial<Touched>

/** Required fields that are empty: the errors that are known without yup. */
const findMissing = (values: WaitlistForm): FieldErrors =>
  Object.fromEntries(
    QUESTION_NAMES.filter((name) => FIELDS[name].required && values[name] === '').map((name) => [
      name,
      messagesOf(FIELDS[name]).tooShort,
    ]),
  )

/** Used if the chunk cannot be fetched: the API's response tells what else is wrong. */
const fallback: Rules = { findErrors: findMissing }

const fetchRules = (): Promise<Rules> => import('./touched.ts').catch(() => fallback)

/** The form's state: its values, their errors, and the outcome of the last signup. */
export function useWaitlistForm() {
  const title = useRef<HTMLHeadingElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const element = useRef<HTMLFormElement>(null)
  const alive = useRef(false)
  const [early] = useState(readEarly)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [hydrated, setHydrated] = useState(() => typeof document !== 'undefined' && !prerendered())
  const [rules, setRules] = useState<Rules | null>(null)

  const formik = useFormik<WaitlistForm>({
    initialValues: empty,
    // Formik would validate a change with the other values as they were last rendered, but a
    // password manager fills in several at once.
    validateOnChange: false,
    validateOnBlur: false,
    onSubmit: (values) => {
      setOutcome(null)
      draft.underway = submitSignup(values)
      return learn(draft.underway)
    },
  })

  /** Called on each focus, because an earlier fetch may have failed. */
  const loadRules = () => fetchRules().then(setRules)

  const set = (name: FieldName, value: string) => {
    if (!rules) void loadRules()
    draft.values = { ...draft.values, [name]: value }
    void formik.setFieldValue(name, value)
  }

  /** Shows how a signup went. A visitor on another page sees it when they come back. */
  async function learn(underway: Promise<Outcome>): Promise<void> {
    const result = await underway
    if (result.kind === 'joined') draft.values = empty
    if (!alive.current) return
    draft.underway = null
    setOutcome(result)
    if (result.kind === 'joined') return
    formik.setErrors(result.fields)
    // A visitor cannot see what a browser filled into the honeypot, so cannot correct it.
    if (result.fields[HONEYPOT]) set(HONEYPOT, '')
  }

  // The button lost the focus when it was disabled, and the notice is above the form, maybe out of
  // sight. If a refused field and the notice do not fit together, the field is seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each outcome
  useLayoutEffect(() => {
    if (!outcome) return
    notice.current?.scrollIntoView({ block: 'nearest' })
    const refused = outcome.kind === 'failed' && findFirst(element.current, outcome.fields)
    goTo(refused || notice.current)
    // Must come after the focus has moved: its blur would mark the emptied field as touched.
    if (outcome.kind === 'joined') formik.resetForm()
  }, [outcome])

  // Text typed before the script arrived is in the page, not yet in the state. If a translation or
  // an extension changed the page, React has rendered the form again and emptied it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form comes alive
  useLayoutEffect(() => {
    alive.current = true
    // A transition: rendering the form within the commit would block a slow phone.
    const comeAlive = () => startTransition(() => setHydrated(true))
    const typed = readTyped(element.current)
    draft.values = { ...draft.values, ...(Object.keys(typed).length > 0 ? typed : early) }
    if (Object.values(draft.values).some(Boolean)) {
      void formik.setValues(draft.values)
      // The button stays enabled until then. If it were disabled between a finger's touch and its
      // lift, the click would be lost.
      void loadRules().then(comeAlive)
    } else comeAlive()
    if (draft.underway) {
      formik.setSubmitting(true)
      void learn(draft.underway).finally(() => formik.setSubmitting(false))
    }
    return () => {
      alive.current = false
    }
  }, [])

  // On Back, browsers restore only values that differ from the field's default, and React keeps
  // the default equal to the value.
  useEffect(() => {
    const keep = () => {
      for (const input of element.current?.querySelectorAll('input') ?? []) input.defaultValue = ''
    }
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  }, [])

  const change = (name: FieldName, value: string) => {
    // Once sent, the values must stay: the form is emptied when the signup is listed.
    if (formik.isSubmitting) return
    void formik.setFieldTouched(name)
    set(name, value)
    // The API's message was about the previous value.
    formik.setFieldError(name, undefined)
  }

  const errors = (rules ?? fallback).findErrors(formik.values)
  const field = (name: FieldName) => ({
    id: name,
    name,
    value: formik.values[name],
    error: formik.errors[name] ?? (formik.touched[name] ? errors[name] : undefined),
    onBlur: () => void formik.setFieldTouched(name),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      change(name, target.value),
  })

  return {
    title,
    notice,
    element,
    field,
    /** Puts a value in and focuses the field, because the pressed button disappears. */
    fill: (name: FieldName, value: string) => {
      change(name, value)
      goTo(findControl(element.current, name))
    },
    Suggestion: rules?.Suggestion,
    hydrated,
    outcome,
    dismiss: () => {
      setOutcome(null)
      goTo(title.current)
    },
    onFocus: () => void loadRules(),
    submit: formik.handleSubmit,
    submitting: formik.isSubmitting,
    // The form is not ready before the rules have arrived.
    ready: rules !== null && Object.keys(errors).length === 0,
  }
}

/** Text in the prerendered form, while that form is still in the page. */
const readEarly = () => (typeof document === 'undefined' ? {} : readTyped(prerendered()))

/** The prerendered form; null after a client navigation. */
const prerendered = () => document.querySelector<HTMLFormElement>('form[action]')

function readTyped(form: HTMLFormElement | null): Partial<WaitlistForm> {
  const data = form ? new FormData(form) : new FormData()
  return Object.fromEntries(
    FIELD_NAMES.flatMap((name) => {
      const value = data.get(name)
      return typeof value === 'string' && value !== '' ? [[name, value]] : []
    }),
  )
}

function findFirst(form: HTMLFormElement | null, errors: FieldErrors): HTMLElement | null {
  const first = QUESTION_NAMES.find((name) => errors[name])
  return first ? findControl(form, first) : null
}

const findControl = (form: HTMLFormElement | null, name: FieldName): HTMLElement | null =>
  form?.querySelector<HTMLElement>(`#${name}`) ?? null

/** Scrolls as little as possible; `focus` alone may centre the target. */
function goTo(target: HTMLElement | null): void {
  target?.scrollIntoView({ block: 'nearest' })
  target?.focus({ preventScroll: true })
}
