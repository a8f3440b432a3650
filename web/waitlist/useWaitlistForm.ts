import { FIELDS, type FieldName, SEEN_NAMES, type WaitlistForm } from '@ad-kit/api/contract'
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

type FindErrors = (values: WaitlistForm) => FieldErrors

/** What is missing: as much as can be said without asking yup. */
const findMissing: FindErrors = (values) =>
  Object.fromEntries(
    Object.entries(FIELDS)
      .filter(([name, { required }]) => required && values[name as FieldName] === '')
      .map(([name, { messages }]) => [name, messages.tooShort]),
  )

/** yup and the rules. Where they cannot be fetched, the server's answer tells what else is wrong. */
const fetchRules = (): Promise<FindErrors> =>
  import('./schema.ts').then(
    ({ findErrors }) => findErrors,
    () => findMissing,
  )

/** The form's state: values, what is wrong with them, and how the last signup went. */
export function useWaitlistForm() {
  const title = useRef<HTMLHeadingElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const element = useRef<HTMLFormElement>(null)
  const alive = useRef(false)
  const [early] = useState(readEarly)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [hydrated, setHydrated] = useState(() => typeof document !== 'undefined' && !prerendered())
  const [rules, setRules] = useState<FindErrors | null>(null)

  const formik = useFormik<WaitlistForm>({
    initialValues: empty,
    // Not by formik: it judges a change with the other values as they were last rendered,
    // but a password manager fills in several at once.
    validateOnChange: false,
    validateOnBlur: false,
    onSubmit: (values) => {
      setOutcome(null)
      draft.underway = submitSignup(values)
      return learn(draft.underway)
    },
  })

  /** With each focus, in case they could not be fetched before; with the first value, if none. */
  const learnRules = () => fetchRules().then((found) => setRules(() => found))

  const set = (name: FieldName, value: string) => {
    if (!rules) void learnRules()
    draft.values = { ...draft.values, [name]: value }
    void formik.setFieldValue(name, value)
  }

  /** Tells how a signup went. Who has gone to another page meanwhile is told on coming back. */
  async function learn(underway: Promise<Outcome>): Promise<void> {
    const result = await underway
    if (result.kind === 'joined') draft.values = empty
    if (!alive.current) return
    draft.underway = null
    setOutcome(result)
    if (result.kind === 'joined') return
    formik.setErrors(result.fields)
    // Who cannot see what a browser filled into the trap could never mend it.
    if (result.fields.website) set('website', '')
  }

  // The notice stands above all that was filled in, and the button lost the focus when it was
  // disabled. A field that was refused comes before the notice, if both cannot be seen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each outcome
  useLayoutEffect(() => {
    if (!outcome) return
    notice.current?.scrollIntoView({ block: 'nearest' })
    const refused = outcome.kind === 'failed' && findFirst(element.current, outcome.fields)
    goTo(refused || notice.current)
    // Not before: the field that the focus has left would count as touched, and be marked.
    if (outcome.kind === 'joined') formik.resetForm()
  }, [outcome])

  // What was typed before the script arrived stands in the page, not yet in the state. Where a
  // translation or an extension has changed the page, React has made the form anew by now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form comes alive
  useLayoutEffect(() => {
    alive.current = true
    // As a transition: to render the form at once, within the commit, would block a slow phone.
    const comeAlive = () => startTransition(() => setHydrated(true))
    const typed = readTyped(element.current)
    draft.values = { ...draft.values, ...(Object.keys(typed).length > 0 ? typed : early) }
    if (Object.values(draft.values).some(Boolean)) {
      void formik.setValues(draft.values)
      // Until then the button stays as it was: disabled between a finger's touch and its lift, it
      // would swallow the click.
      void learnRules().then(comeAlive)
    } else comeAlive()
    if (draft.underway) {
      formik.setSubmitting(true)
      void learn(draft.underway).finally(() => formik.setSubmitting(false))
    }
    return () => {
      alive.current = false
    }
  }, [])

  // Who comes back to the document finds what they typed: of a field whose value is also its
  // default, as React has it, browsers keep nothing.
  useEffect(() => {
    const keep = () => {
      for (const input of element.current?.querySelectorAll('input') ?? []) input.defaultValue = ''
    }
    window.addEventListener('pagehide', keep)
    return () => window.removeEventListener('pagehide', keep)
  }, [])

  const errors = (rules ?? findMissing)(formik.values)
  const field = (name: FieldName) => ({
    id: name,
    name: FIELDS[name].key,
    value: formik.values[name],
    error: formik.errors[name] ?? (formik.touched[name] ? errors[name] : undefined),
    onBlur: () => void formik.setFieldTouched(name),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
      // what was sent is what is listed: the form is emptied then
      if (formik.isSubmitting) return
      void formik.setFieldTouched(name)
      set(name, target.value)
      // what the server said of it holds no longer
      formik.setFieldError(name, undefined)
    },
  })

  return {
    title,
    notice,
    element,
    field,
    hydrated,
    outcome,
    dismiss: () => {
      setOutcome(null)
      goTo(title.current)
    },
    onFocus: () => void learnRules(),
    submit: formik.handleSubmit,
    submitting: formik.isSubmitting,
    // what is not judged yet is not valid yet
    ready: rules !== null && Object.keys(errors).length === 0,
  }
}

/** What stands in the form that was prerendered, as long as it is there. */
const readEarly = () => (typeof document === 'undefined' ? {} : readTyped(prerendered()))

/** The form in the page before React's own is there: none after a client navigation. */
const prerendered = () => document.querySelector<HTMLFormElement>('form[action]')

function readTyped(form: HTMLFormElement | null): Partial<WaitlistForm> {
  const data = form ? new FormData(form) : new FormData()
  return Object.fromEntries(
    Object.entries(FIELDS).flatMap(([name, { key }]) => {
      const value = data.get(key)
      return typeof value === 'string' && value !== '' ? [[name, value]] : []
    }),
  )
}

function findFirst(form: HTMLFormElement | null, errors: FieldErrors): HTMLElement | null {
  const first = SEEN_NAMES.find((name) => errors[name])
  return form && first ? form.querySelector<HTMLElement>(`#${first}`) : null
}

/** With as little scrolling as it takes; where the browser itself scrolls, it may centre. */
function goTo(target: HTMLElement | null): void {
  target?.scrollIntoView({ block: 'nearest' })
  target?.focus({ preventScroll: true })
}
