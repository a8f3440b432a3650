import { FIELDS, RESEND_PATH } from '@ad-kit/contract'
import { styled } from 'styled-components'
import { expiredPage } from '../content/link-pages.ts'
import { space } from '../design/tokens.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { Section } from '../ui/Section.tsx'

/** Asks for another mail. The browser validates and sends it, with and without JavaScript. */
export function ResendForm() {
  const { label, placeholder, autocomplete, messages } = FIELDS.email
  return (
    <Section>
      <Form method="post" action={RESEND_PATH}>
        <Field
          id="email"
          name="email"
          type="email"
          label={label}
          optional=""
          rule={messages.malformed}
          placeholder={placeholder}
          autoComplete={autocomplete}
        />
        <Button type="submit">{expiredPage.button}</Button>
      </Form>
    </Section>
  )
}

const Form = styled.form`
  display: grid;
  gap: ${space[5]};
  max-width: 24rem;
`
