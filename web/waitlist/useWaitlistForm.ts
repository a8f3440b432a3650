import { type FieldName, HONEYPOT } from '@ad-kit/contract'
import { useFormik } from 'formik'
import { type ChangeEvent, startTransition, useLayoutEffect, useRef, useState } from 'react'
import { findControl, findRefused, goTo } from './focus.ts'
import { fetchTouched, rules } from './rules.ts'
import { type FieldErrors, type Outcome, submitSignup } from './submit.ts'
import { draft, prerenderedForm, useDraft } from './useDraft.ts'
import { EMPTY, keyOf, toBody, type Values } from './values.ts'

/** The form's state: its values, their errors, and the outcome of the last signup. */
export function useWaitlistForm() {
  const title = useRef<HTMLHeadingElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const element = useRef<HTMLFormElement>(null)
  const mounted = useRef(false)
  const { restore, save } = useDraft(element)
  const [touched, setTouched] = useState<Awaited<ReturnType<typeof fetchTouched>>>()
  const [judged, setJudged] = useState(false)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [hydrated, setHydrated] = useState(
    () => typeof document !== 'undefined' && !prerenderedForm(),
  )

  const formik = useFormik<Values>({
    initialValues: EMPTY,
    validationSchema: rules,
    onSubmit: (values) => {
      setOutcome(null)
      draft.underway = submitSignup(toBody(values))
      return showOutcome(draft.underway)
    },
  })
  /** Messages of the API. Each is about a value that has not been changed since. */
  const refused: FieldErrors = formik.status ?? {}

  /** Notes that the values are judged, which the first time needs a fetch. */
  async function afterValidation(): Promise<void> {
    setTouched(await fetchTouched())
    setJudged(true)
  }

  const change = (name: FieldName, value: string) => {
    // Once sent, the values must stay: the form is emptied when the signup is listed.
    if (formik.isSubmitting) return
    void formik.setFieldTouched(keyOf(name), true, false)
    const validated = formik.setFieldValue(keyOf(name), value)
    if (!touched) void validated.then(afterValidation)
    if (refused[name]) formik.setStatus({ ...refused, [name]: undefined })
  }

  /** A visitor who is on another page by then sees the outcome when they come back. */
  async function showOutcome(underway: Promise<Outcome>): Promise<void> {
    const result = await underway
    if (result.kind === 'joined') draft.values = EMPTY
    if (!mounted.current) return
    draft.underway = null
    setOutcome(result)
    if (result.kind === 'joined') {
      // The next step is in the same chunk. A visitor who came back has not touched the form yet.
      void afterValidation()
      return
    }
    formik.setStatus(result.fields)
    // A visitor cannot see what a browser filled into the honeypot, so cannot correct it.
    if (result.fields[HONEYPOT]) void formik.setFieldValue(keyOf(HONEYPOT), '')
  }

  // The button lost the focus when it was disabled, and the notice may be out of sight above the
  // form. If the notice and a refused field do not fit on the screen together, the field is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each outcome
  useLayoutEffect(() => {
    if (!outcome) return
    notice.current?.scrollIntoView({ block: 'nearest' })
    const refused = outcome.kind === 'failed' && findRefused(element.current, outcome.fields)
    goTo(refused || notice.current)
    // Must come after the focus has moved: its blur would mark the emptied field as touched.
    if (outcome.kind === 'joined') formik.resetForm()
  }, [outcome])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form is hydrated
  useLayoutEffect(() => {
    mounted.current = true
    // A transition: rendering the form within the commit would block a slow phone.
    const enable = () => startTransition(() => setHydrated(true))
    const values = restore()
    if (Object.values(values).some(Boolean)) {
      // The button stays enabled until then. If it were disabled between a finger's touch and its
      // lift, the click would be lost.
      void formik.setValues(values).then(afterValidation).then(enable)
    } else enable()
    if (draft.underway) {
      formik.setSubmitting(true)
      void showOutcome(draft.underway).finally(() => formik.setSubmitting(false))
    }
    return () => {
      mounted.current = false
      save()
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

  return {
    title,
    notice,
    element,
    field,
    /** Sets a value and focuses its field, because the pressed button disappears. */
    fill: (name: FieldName, value: string) => {
      change(name, value)
      goTo(findControl(element.current, name))
    },
    NextStep: touched?.NextStep,
    Suggestion: touched?.Suggestion,
    hydrated,
    /** By the rules, once they are here. */
    validated: touched !== undefined,
    outcome,
    dismiss: () => {
      setOutcome(null)
      goTo(title.current)
    },
    onFocus: () => {
      if (!touched) void formik.validateForm().then(afterValidation)
    },
    submit: formik.handleSubmit,
    submitting: formik.isSubmitting,
    ready: judged && formik.dirty && formik.isValid,
  }
}
