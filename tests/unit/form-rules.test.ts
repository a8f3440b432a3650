import { type HTMLElement, parse } from 'node-html-parser'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

type Contract = typeof import('@ad-kit/api/contract')
type Change = (contract: Contract) => void

/** The form as prerendered, after a change of the contract. */
async function renderForm(change: Change = () => {}): Promise<HTMLElement> {
  vi.resetModules()
  onTestFinished(() => void vi.resetModules())
  change(await import('@ad-kit/api/contract'))
  const { WaitlistForm } = await import('../../web/waitlist/WaitlistForm.tsx')
  const form = createElement(StaticRouter, { location: '/' }, createElement(WaitlistForm))
  return parse(renderToStaticMarkup(form))
}

function controlOf(form: HTMLElement, name: string): HTMLElement {
  const control = form.querySelector(`[name="${name}"]`)
  if (!control) throw new Error(`The form has no ${name}: ${form}`)
  return control
}

/** Adds questions, as entries in `FIELDS` do. */
const withQuestions =
  (questions: Readonly<Record<string, object>>): Change =>
  ({ FIELDS, QUESTION_NAMES }) => {
    Object.assign(FIELDS, questions)
    ;(QUESTION_NAMES as string[]).push(...Object.keys(questions))
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

const COUNTRY = {
  type: 'choice',
  label: 'Country',
  placeholder: 'Select your country',
  autocomplete: 'country',
  required: true,
  options: [{ value: 'ng', label: 'Nigeria' }],
  width: 'half',
}

describe('the waitlist form', () => {
  test('marks optional questions, and requires the others', async () => {
    const form = await renderForm()
    for (const [name, label, required] of [
      ['company', 'Company (optional)', false],
      ['role', 'Role', true],
    ] as const) {
      expect(form.querySelector(`label[for="${name}"]`)?.text.trim()).toBe(label)
      expect(controlOf(form, name).hasAttribute('required')).toBe(required)
    }
  })

  test('asks a new text question with the attributes of its entry', async () => {
    const form = await renderForm(withQuestions({ phone: PHONE }))
    expect(form.querySelector('label[for="phone"]')?.text.trim()).toBe('Phone (optional)')
    expect(controlOf(form, 'phone').attributes).toMatchObject({
      id: 'phone',
      type: 'tel',
      placeholder: PHONE.placeholder,
      autoComplete: 'tel',
      minLength: '6',
    })
  })

  test('asks a new choice with the options of its entry', async () => {
    const form = await renderForm(withQuestions({ country: COUNTRY }))
    const select = controlOf(form, 'country')
    expect(select.tagName).toBe('SELECT')
    expect(select.getAttribute('autoComplete')).toBe('country')
    const options = select.querySelectorAll('option')
    expect(options.map((option) => [option.getAttribute('value'), option.text])).toEqual([
      ['', COUNTRY.placeholder],
      ['ng', 'Nigeria'],
    ])
  })

  test('puts two neighbouring halves on one line, and a third on the next', async () => {
    const form = await renderForm(withQuestions({ a: PHONE, b: PHONE, c: PHONE }))
    const lineOf = (name: string) => controlOf(form, name).parentNode?.parentNode
    expect(lineOf('first_name')).toBe(lineOf('last_name'))
    expect(lineOf('last_name')).not.toBe(lineOf('email'))
    expect(lineOf('a')).toBe(lineOf('b'))
    expect(lineOf('b')).not.toBe(lineOf('c'))
  })
})
