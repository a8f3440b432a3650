import { FIELDS, type FieldName, type WaitlistForm } from '@ad-kit/api/contract'
import { useFormik } from 'formik'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { type FieldErrors, type Outcome, submitSignup } from './submit.ts'

const empty: WaitlistForm = {
  firstName: '',
  lastName: '',
  email: '',
  company: '',
  role: '',
  website: '',
}

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
  const element = useRef<HTMLFormElement>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [hydrated, setHydrated] = useState(false)
  const [findErrors, setFindErrors] = useState(() => findMissing)

  const formik = useFormik<WaitlistForm>({
    initialValues: empty,
    // Not by formik: it judges a change with the other values as they were last rendered,
    // but a password manager fills in several at once.
    validateOnChange: false,
    validateOnBlur: false,
    onSubmit: async (values, { resetForm, setErrors }) => {
      setOutcome(null)
      const result = await submitSignup(values)
      setOutcome(result)
      if (result.kind === 'joined') return resetForm()
      setErrors(result.fields)
      focusFirst(element.current, result.fields)
    },
  })

  // What was typed before the script arrived stands in the page, not yet in the state.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form comes alive
  useEffect(() => {
    setHydrated(true)
    const typed = readTyped(element.current)
    if (Object.keys(typed).length > 0) void formik.setValues({ ...empty, ...typed })
  }, [])

  // They come with the first thing that is typed. Until then the button must not be disabled
  // for what they might say: a click that came while the page was hydrated would be lost.
  useEffect(() => {
    if (formik.dirty) void fetchRules().then((rules) => setFindErrors(() => rules))
  }, [formik.dirty])

  const errors = findErrors(formik.values)

  const field = (name: FieldName) => ({
    id: name,
    name: FIELDS[name].key,
    value: formik.values[name],
    error: formik.touched[name] ? (errors[name] ?? formik.errors[name]) : undefined,
    onBlur: () => void formik.setFieldTouched(name),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
      void formik.setFieldTouched(name)
      void formik.setFieldValue(name, target.value)
      // what the server said of it holds no longer
      formik.setFieldError(name, undefined)
    },
  })

  return {
    element,
    field,
    hydrated,
    outcome,
    dismiss: () => setOutcome(null),
    submit: formik.handleSubmit,
    submitting: formik.isSubmitting,
    ready: Object.keys(errors).length === 0 && !formik.isSubmitting,
  }
}

function readTyped(form: HTMLFormElement | null): Partial<WaitlistForm> {
  const data = form ? new FormData(form) : new FormData()
  return Object.fromEntries(
    Object.entries(FIELDS).flatMap(([name, { key }]) => {
      const value = data.get(key)
      return typeof value === 'string' && value !== '' ? [[name, value]] : []
    }),
  )
}

function focusFirst(form: HTMLFormElement | null, errors: FieldErrors): void {
  const first = (Object.keys(FIELDS) as FieldName[]).find((name) => errors[name])
  if (first) form?.querySelector<HTMLElement>(`#${first}`)?.focus()
}
