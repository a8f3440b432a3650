import { createHash } from 'node:crypto'
import { FIELD_NAMES, FIELDS, WAITLIST_PATH } from '@ad-kit/api/contract'
import { describe, expect, test } from 'vitest'
import { useApp } from '../support/app.ts'
import { formOf, somebody } from '../support/people.ts'

const textOf = (html: string, element: string): string =>
  new RegExp(`<${element}[^>]*>([^<]*)</${element}>`).exec(html)?.[1] ?? ''

const inputOf = (html: string, name: string): string =>
  new RegExp(`<(?:input|select)[^>]*id="${name}"[^>]*>`).exec(html)?.[0] ?? ''

/** What the browser sends of an unchanged field. */
const sentValue = (html: string, name: string): string => {
  expect(inputOf(html, name)).toContain(`name="${name}"`)
  const chosen = name === 'role' && /<option value="([^"]*)" selected>/.exec(html)
  return (chosen || / value="([^"]*)"/.exec(inputOf(html, name)))?.[1] ?? ''
}

describe('a form sent without JavaScript', () => {
  const app = useApp()
  const send = (body: string) =>
    app().http.post(WAITLIST_PATH).type('application/x-www-form-urlencoded').send(body)

  test('a form sent without JavaScript joins the waitlist and gets a page', async () => {
    const person = somebody({ first_name: 'Zoë', company: 'Ham & Eggs' })
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

  test('a duplicate and a quarantined form get the same page as a new one', async () => {
    const person = somebody()
    const first = await send(formOf(person))
    const second = await send(formOf({ ...person, email: person.email.toUpperCase() }))
    const quarantined = await send(formOf(somebody({ website: 'x' })))
    expect([second.text, quarantined.text]).toEqual([first.text, first.text])
    expect([second.status, quarantined.status]).toEqual([201, 201])
  })

  test('an invalid form comes back with the typed values and a message tied to its field', async () => {
    const { status, text } = await send(
      formOf(
        somebody({ first_name: 'A', last_name: '"><script>alert(1)</script>', role: 'agency' }),
      ),
    )
    const name = 'first_name'
    const { messages, sentence } = FIELDS[name]
    expect(status).toBe(400)
    expect(text).toContain(sentence)
    expect(inputOf(text, name)).toContain(`aria-invalid="true" aria-describedby="${name}-error"`)
    expect(text).toContain(`id="${name}-error">${messages.tooShort}<`)
    expect(inputOf(text, name)).toContain('value="A"')
    expect(text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
    expect(text).not.toContain('<script')
    expect(text).toContain('<option value="agency" selected>')
    expect(textOf(text, 'button')).toBe('Try again')
  })

  test('an invalid form joins once it is corrected, whatever filled the honeypot', async () => {
    const person = somebody({ last_name: 'B', website: 'no\tline' })
    const { text } = await send(formOf(person))
    // the contract accepts addresses that browsers refuse
    expect(text).toContain(`<form method="post" action="${WAITLIST_PATH}" novalidate>`)
    const again = new URLSearchParams(FIELD_NAMES.map((name) => [name, sentValue(text, name)]))
    again.set('last_name', 'Babbage')
    expect((await send(again.toString())).status).toBe(201)
    const { email } = person
    expect(await app().signups()).toContainEqual(
      expect.objectContaining({ email, last_name: 'Babbage', role: person.role }),
    )
  })

  test('the returned form labels every field and hides the honeypot from people', async () => {
    const { text } = await send('')
    for (const name of FIELD_NAMES) expect(text).toContain(`<label for="${name}">`)
    expect(text).toMatch(/<html lang="en">/)
    expect(text).toContain('name="viewport"')
    expect(text.match(/<h1/g)).toHaveLength(1)
    expect(inputOf(text, 'website')).toContain('tabindex="-1"')
    expect(text).toContain('<div class="trap" aria-hidden="true">')
  })

  test('every field of the returned form has its autofill token and says if it is required', async () => {
    const { text } = await send('')
    for (const name of FIELD_NAMES) {
      const { autocomplete, required } = FIELDS[name]
      const input = inputOf(text, name)
      expect(input).toContain(` autocomplete="${autocomplete}"`)
      expect(/ required\b/.test(input), name).toBe(required)
    }
    // phones choose their keyboard by the type
    expect(inputOf(text, 'email')).toContain('type="email"')
    for (const name of ['data-1p-ignore', 'data-bwignore', 'data-lpignore', 'data-form-type']) {
      expect(inputOf(text, 'website')).toContain(` ${name}="`)
    }
  })

  test('a form with the same field twice is refused as malformed', async () => {
    const { status, text } = await send(`${formOf(somebody())}&email=other%40example.com`)
    expect(status).toBe(400)
    expect(text).toContain(FIELDS.email.sentence)
  })

  test('a form that is too large gets a page with status 413', async () => {
    const { status, type, text } = await send(`first_name=${'x'.repeat(20_000)}`)
    expect(status).toBe(413)
    expect(type).toBe('text/html')
    expect(text).toContain('<form')
  })

  test('the policy of the page allows its own style by hash and nothing else', async () => {
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
