import { type FieldName, HONEYPOT, type WaitlistForm } from '@ad-kit/api/contract'
import { useFormik } from 'formik'
import { type ChangeEvent, startTransition, useLayoutEffect, useRef, useState } from 'react'
import { findControl, findRefused, goTo } from './focus.ts'
import { type Outcome, submitSignup } from './submit.ts'
import { draft, empty, prerenderedForm, useDraft } from './useDraft.ts'
import { useRules } from './useRules.ts'

/** The form's state: its values, their errors, and the outcome of the last signup. */
export function useWaitlistForm() {
  const title = useRef<HTMLHeadingElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const element = useRef<HTMLFormElement>(null)
  const mounted = useRef(false)
  const { restore, save, clear } = useDraft(element)
  const { findErrors, waitlistSchema, NextStep, Suggestion, rulesLoaded, loadRules } = useRules()
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [hydrated, setHydrated] = useState(
    () => typeof document !== 'undefined' && !prerenderedForm(),
  )

  const formik = useFormik<WaitlistForm>({
    initialValues: empty,
    validationSchema: waitlistSchema,
    // Formik validates a change later and with the other values as they were last rendered, but a
    // password manager fills in several at once. So `findErrors` judges what is shown.
    validateOnChange: false,
    validateOnBlur: false,
    onSubmit: (values) => {
      setOutcome(null)
      draft.underway = submitSignup(values)
      return showOutcome(draft.underway)
    },
  })

  const set = (name: FieldName, value: string) => {
    if (!rulesLoaded) void loadRules()
    save(name, value)
    void formik.setFieldValue(name, value)
  }

  const change = (name: FieldName, value: string) => {
    // Once sent, the values must stay: the form is emptied when the signup is listed.
    if (formik.isSubmitting) return
    void formik.setFieldTouched(name)
    set(name, value)
    // The API's message was about the previous value.
    formik.setFieldError(name, undefined)
  }

  /** A visitor who is on another page by then sees the outcome when they come back. */
  async function showOutcome(underway: Promise<Outcome>): Promise<void> {
    const result = await underway
    if (result.kind === 'joined') clear()
    if (!mounted.current) return
    draft.underway = null
    setOutcome(result)
    if (result.kind === 'joined') {
      // The next step is in the same chunk. A visitor who came back has not touched the form yet.
      void loadRules()
      return
    }
    formik.setErrors(result.fields)
    // A visitor cannot see what a browser filled into the honeypot, so cannot correct it.
    if (result.fields[HONEYPOT]) set(HONEYPOT, '')
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
      void formik.setValues(values)
      // The button stays enabled until then. If it were disabled between a finger's touch and its
      // lift, the click would be lost.
      void loadRules().then(enable)
    } else enable()
    if (draft.underway) {
      formik.setSubmitting(true)
      void showOutcome(draft.underway).finally(() => formik.setSubmitting(false))
    }
    return () => {
      mounted.current = false
    }
  }, [])

  const errors = findErrors(formik.values)
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
    /** Sets a value and focuses its field, because the pressed button disappears. */
    fill: (name: FieldName, value: string) => {
      change(name, value)
      goTo(findControl(element.current, name))
    },
    NextStep,
    Suggestion,
    hydrated,
    outcome,
    dismiss: () => {
      setOutcome(null)
      goTo(title.current)
    },
    onFocus: () => void loadRules(),
    submit: formik.handleSubmit,
    submitting: formik.isSubmitting,
    ready: rulesLoaded && Object.keys(errors).length === 0,
  }
}
