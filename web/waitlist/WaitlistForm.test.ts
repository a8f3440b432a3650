import { WORDS } from '@ad-kit/contract'
import { type HTMLElement, parse } from 'node-html-parser'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { expect, onTestFinished, test, vi } from 'vitest'

/** The prerendered form, with questions added as if they were entries in `FIELDS`. */
async function renderForm(questions: Readonly<Record<string, object>>): Promise<HTMLElement> {
  vi.resetModules()
  onTestFinished(() => void vi.resetModules())
  const { FIELDS, FIELD_NAMES, QUESTION_NAMES } = await import('@ad-kit/contract')
  Object.assign(FIELDS, questions)
  for (const names of [FIELD_NAMES, QUESTION_NAMES] as string[][]) {
    names.push(...Object.keys(questions))
  }
  const { WaitlistForm } = await import('./WaitlistForm.tsx')
  const form = createElement(StaticRouter, { location: '/' }, createElement(WaitlistForm))
  return parse(renderToStaticMarkup(form))
}

function controlOf(form: HTMLElement, name: string): HTMLElement {
  const control = form.querySelector(`[name="${name}"]`)
  if (!control) throw new Error(`The form has no ${name}: ${form}`)
  return control
}

const PHONE = {
  type: 'tel',
  label: 'Phone',
  placeholder: '+44 20 7946 0000',
  autocomplete: 'tel',
  required: false,
  minLength: 6,
  width: 'half',
}

test('the form asks a new text question with the attributes of its entry', async () => {
  const form = await renderForm({ phone: PHONE })
  expect(form.querySelector('label[for="phone"]')?.text.trim()).toBe(`Phone (${WORDS.optional})`)
  expect(controlOf(form, 'phone').attributes).toMatchObject({
    id: 'phone',
    type: 'tel',
    placeholder: PHONE.placeholder,
    autoComplete: 'tel',
    minLength: '6',
  })
})

test('the form puts two half-width fields on a line, and a third field on the next line', async () => {
  const form = await renderForm({ a: PHONE, b: PHONE, c: PHONE })
  const lineOf = (name: string) => controlOf(form, name).parentNode?.parentNode
  expect(lineOf('first_name')).toBe(lineOf('last_name'))
  expect(lineOf('last_name')).not.toBe(lineOf('email'))
  expect(lineOf('a')).toBe(lineOf('b'))
  expect(lineOf('b')).not.toBe(lineOf('c'))
})
