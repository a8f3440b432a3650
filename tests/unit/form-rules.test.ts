import { type HTMLElement, parse } from 'node-html-parser'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { describe, expect, test, vi } from 'vitest'

type Contract = typeof import('@ad-kit/api/contract')
type Fields = Record<string, object>

/** The prerendered form after a change of the contract, which its modules read when they load. */
async function renderForm(change: (fields: Fields, names: string[]) => void = () => {}) {
  vi.resetModules()
  const { FIELDS, QUESTION_NAMES }: Contract = await import('@ad-kit/api/contract')
  change(FIELDS as unknown as Fields, QUESTION_NAMES as unknown as string[])
  const { WaitlistForm } = await import('../../web/waitlist/WaitlistForm.tsx')
  const form = createElement(StaticRouter, { location: '/' }, createElement(WaitlistForm))
  vi.resetModules()
  return parse(renderToStaticMarkup(form))
}

function controlOf(form: HTMLElement, name: string): HTMLElement {
  const control = form.querySelector(`[name="${name}"]`)
  if (!control) throw new Error(`The form has no ${name}: ${form}`)
  return control
}

async function renderControl(name: string, change?: (fields: Fields) => void) {
  const form = await renderForm(change)
  return {
    required: controlOf(form, name).hasAttribute('required'),
    label: form.querySelector(`label[for="${name}"]`)?.text.trim(),
  }
}

/** Adds questions, as entries in `FIELDS` do. */
const withQuestions =
  (questions: Fields) =>
  (fields: Fields, names: string[]): void => {
    Object.assign(fields, questions)
    names.push(...Object.keys(questions))
  }

const requiring = (name: string, required: boolean) => (fields: Fields) => {
  Object.assign(fields[name] ?? {}, { required })
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
  test('the form marks optional questions and requires the others', async () => {
    expect(await renderControl('company')).toEqual({ required: false, label: 'Company (optional)' })
    expect(await renderControl('role')).toEqual({ required: true, label: 'Role' })
  })

  test('the form requires a company when the contract does', async () => {
    expect(await renderControl('company', requiring('company', true))).toEqual({
      required: true,
      label: 'Company',
    })
  })

  test('the form does not require a role when the contract does not', async () => {
    expect(await renderControl('role', requiring('role', false))).toEqual({
      required: false,
      label: 'Role (optional)',
    })
  })

  test('a new text question has the attributes of its entry', async () => {
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

  test('a new choice has the options of its entry', async () => {
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

  test('two neighbouring questions of half width share a line', async () => {
    const form = await renderForm(withQuestions({ a: PHONE, b: PHONE, c: PHONE }))
    const lineOf = (name: string) => controlOf(form, name).parentNode?.parentNode
    expect(lineOf('first_name')).toBe(lineOf('last_name'))
    expect(lineOf('last_name')).not.toBe(lineOf('email'))
    expect(lineOf('a')).toBe(lineOf('b'))
    expect(lineOf('b')).not.toBe(lineOf('c'))
  })
})
