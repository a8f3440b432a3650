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

/** What is wrong with an empty form, known without asking yup. */
const missing: FieldErrors = Object.fromEntries(
  Object.entries(FIELDS)
    .filter(([, { required }]) => required)
    .map(([name, { messages }]) => [name, messages.tooShort]),
)

/**
 * yup comes with the first thing that is typed. Where it cannot be fetched, what is wrong
 * is told by the server's answer.
 */
async function validate(values: WaitlistForm): Promise<FieldErrors> {
  const schema = await import('./schema.ts').catch(() => undefined)
  return schema ? schema.findErrors(values) : {}
}

/** The form's state: values, what is wrong with them, and how the last signup went. */
export function useWaitlistForm() {
  const element = useRef<HTMLFormElement>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [hydrated, setHydrated] = useState(false)

  const formik = useFormik<WaitlistForm>({
    initialValues: empty,
    initialErrors: missing,
    validate,
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

  const field = (name: FieldName) => ({
    id: name,
    name: FIELDS[name].key,
    value: formik.values[name],
    error: formik.touched[name] ? formik.errors[name] : undefined,
    onBlur: () => void formik.setFieldTouched(name),
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => {
      void formik.setFieldTouched(name, true, false)
      void formik.setFieldValue(name, target.value)
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
    ready: formik.isValid && !formik.isSubmitting,
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
