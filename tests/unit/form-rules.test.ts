import { join } from 'node:path'
import { parse } from 'node-html-parser'
import { describe, expect, test } from 'vitest'
import { ROOT } from '../../api/local/repository.ts'
import { runInTree } from '../support/tree.ts'

/** The form's controls as prerendered, after a line that changes the contract. */
async function renderControl(key: string, change = '') {
  const { stdout } = await runInTree(
    join(ROOT, 'web'),
    `import { FIELDS } from '@ad-kit/api/contract'
    import { createElement } from 'react'
    import { renderToStaticMarkup } from 'react-dom/server'
    import { StaticRouter } from 'react-router-dom'
    ${change}
    const { WaitlistForm } = await import('./waitlist/WaitlistForm.tsx')
    const form = createElement(StaticRouter, { location: '/' }, createElement(WaitlistForm))
    process.stdout.write(renderToStaticMarkup(form))`,
  )
  const form = parse(stdout)
  const control = form.querySelector(`[name="${key}"]`)
  if (!control) throw new Error(`The form has no ${key}: ${stdout}`)
  return {
    required: control.hasAttribute('required'),
    label: form.querySelector(`label[for="${control.id}"]`)?.text.trim(),
  }
}

describe('the form takes from the contract', () => {
  test('which fields can stay empty', async () => {
    expect(await renderControl('company')).toEqual({
      required: false,
      label: 'Company (optional)',
    })
    expect(await renderControl('role')).toEqual({ required: true, label: 'Role' })
  })

  test('that a company is required, when it says so', async () => {
    expect(await renderControl('company', 'FIELDS.company.required = true')).toEqual({
      required: true,
      label: 'Company',
    })
  })

  test('that a role is not, when it says so', async () => {
    expect(await renderControl('role', 'FIELDS.role.required = false')).toEqual({
      required: false,
      label: 'Role (optional)',
    })
  })
})
