import { createHash } from 'node:crypto'
import { FIELDS, SENTENCES, WAITLIST_PATH } from '@ad-kit/api/contract'
import { describe, expect, test } from 'vitest'
import { useApp } from '../support/app.ts'
import { formOf, somebody } from '../support/people.ts'

const textOf = (html: string, element: string): string =>
  new RegExp(`<${element}[^>]*>([^<]*)</${element}>`).exec(html)?.[1] ?? ''

const inputOf = (html: string, key: string): string =>
  new RegExp(`<(?:input|select)[^>]*id="${key}"[^>]*>`).exec(html)?.[0] ?? ''

/** What the browser would send of a field, as long as nobody changes it. */
const sentValue = (html: string, key: string): string => {
  expect(inputOf(html, key)).toContain(`name="${key}"`)
  const chosen = key === FIELDS.role.key && /<option value="([^"]*)" selected>/.exec(html)
  return (chosen || / value="([^"]*)"/.exec(inputOf(html, key)))?.[1] ?? ''
}

describe('a form sent without JavaScript', () => {
  const app = useApp()
  const send = (body: string) =>
    app().http.post(WAITLIST_PATH).type('application/x-www-form-urlencoded').send(body)

  test('joins the waitlist and is answered by a page', async () => {
    const person = somebody({ firstName: 'Zoë', company: 'Ham & Eggs' })
    const { status, type, text, headers } = await send(formOf(person))
    expect(status).toBe(201)
    expect(type).toBe('text/html')
    expect(textOf(text, 'title')).toBe('Welcome to the future! 🚀')
    expect(textOf(text, 'h1')).toBe(textOf(text, 'title'))
    expect(text).toContain('href="/"')
    expect(text).toContain('href="/waitlist"')
    expect(headers['cache-control']).toBe('no-store')
    expect(await app().signups()).toMatchObject([{ first_name: 'Zoë', company: 'Ham & Eggs' }])
  })

  test('is shown the same page a second time, and when it is trapped', async () => {
    const person = somebody()
    const first = await send(formOf(person))
    const second = await send(formOf({ ...person, email: person.email.toUpperCase() }))
    const trapped = await send(formOf(somebody({ website: 'x' })))
    expect([second.text, trapped.text]).toEqual([first.text, first.text])
    expect([second.status, trapped.status]).toEqual([201, 201])
  })

  test('that is invalid comes back with what is wrong, tied to its field, and what was typed', async () => {
    const { status, text } = await send(
      formOf(somebody({ firstName: 'A', lastName: '"><script>alert(1)</script>', role: 'agency' })),
    )
    const { key, messages } = FIELDS.firstName
    expect(status).toBe(400)
    expect(text).toContain(SENTENCES.firstName)
    expect(inputOf(text, key)).toContain(`aria-invalid="true" aria-describedby="${key}-error"`)
    expect(text).toContain(`id="${key}-error">${messages.tooShort}<`)
    expect(inputOf(text, key)).toContain('value="A"')
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(text).not.toContain('<script')
    expect(text).toContain('<option value="agency" selected>')
    expect(textOf(text, 'button')).toBe('Try again')
  })

  test('comes back as a form that joins once it is corrected, whatever filled the trap', async () => {
    const person = somebody({ lastName: 'B', website: 'no\tline' })
    const { text } = await send(formOf(person))
    // addresses that browsers do not know are not theirs to refuse
    expect(text).toContain(`<form method="post" action="${WAITLIST_PATH}" novalidate>`)
    const again = new URLSearchParams(
      Object.values(FIELDS).map(({ key }) => [key, sentValue(text, key)]),
    )
    again.set(FIELDS.lastName.key, 'Babbage')
    expect((await send(again.toString())).status).toBe(201)
    const { email } = person
    expect(await app().signups()).toContainEqual(
      expect.objectContaining({ email, last_name: 'Babbage', role: person.role }),
    )
  })

  test('has every field labelled, and hides the trap from people', async () => {
    const { text } = await send('')
    for (const { key } of Object.values(FIELDS)) expect(text).toContain(`<label for="${key}">`)
    expect(text).toMatch(/<html lang="en">/)
    expect(text).toContain('name="viewport"')
    expect(text.match(/<h1/g)).toHaveLength(1)
    expect(inputOf(text, FIELDS.website.key)).toContain('tabindex="-1"')
    expect(text).toContain('<div class="trap" aria-hidden="true">')
  })

  test('says of every field what may fill it in, and whether it must be', async () => {
    const { text } = await send('')
    for (const { key, autocomplete, required } of Object.values(FIELDS)) {
      const input = inputOf(text, key)
      expect(input).toContain(` autocomplete="${autocomplete}"`)
      expect(/ required\b/.test(input), key).toBe(required)
    }
    // for the keyboard of a phone
    expect(inputOf(text, FIELDS.email.key)).toContain('type="email"')
    for (const name of ['data-1p-ignore', 'data-bwignore', 'data-lpignore', 'data-form-type']) {
      expect(inputOf(text, FIELDS.website.key)).toContain(` ${name}="`)
    }
  })

  test('with a field given twice is refused as malformed', async () => {
    const { status, text } = await send(`${formOf(somebody())}&email=other%40example.com`)
    expect(status).toBe(400)
    expect(text).toContain(SENTENCES.email)
  })

  test('that is too large is answered by a page too', async () => {
    const { status, type, text } = await send(`first_name=${'x'.repeat(20_000)}`)
    expect(status).toBe(413)
    expect(type).toBe('text/html')
    expect(text).toContain('<form')
  })

  test('is shown only with the style that its policy allows by hash', async () => {
    const { text, headers } = await send('')
    const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    const policy = headers['content-security-policy']
    expect(policy).toContain(`style-src 'sha256-${hash}'`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("form-action 'self'")
    expect(policy).not.toContain('unsafe')
    expect(text).not.toMatch(/ style=/)
  })
})
