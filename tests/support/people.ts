import { FIELDS, type FieldName, ROLES, type WaitlistForm } from '@ad-kit/api/contract'

let count = 0

/** A person who fills the form in as it is meant; each has an address of their own. */
export function somebody(changes: Partial<WaitlistForm> = {}): WaitlistForm {
  count += 1
  return {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: `ada.${count}.${process.pid}@example.com`,
    company: 'Analytical Engines',
    role: ROLES[0].value,
    website: '',
    ...changes,
  }
}

/** Somebody whose words stand nowhere else, so that finding one means that it leaked. */
export const SECRETS = /xanthippe|quenneville|zwetschge|mirabelle|kumquat/i
export const secretive = (): WaitlistForm =>
  somebody({
    firstName: 'Xanthippe',
    lastName: 'Quenneville',
    email: 'zwetschge@mirabelle.example',
    company: 'Kumquat',
  })

/** The body that the form sends. */
export const bodyOf = (form: Partial<Record<FieldName, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(form).map(([name, value]) => [FIELDS[name as FieldName].key, value]),
  )

/** The body of a form that a browser sends without JavaScript. */
export const formOf = (form: WaitlistForm): string =>
  new URLSearchParams(bodyOf(form) as Record<string, string>).toString()
