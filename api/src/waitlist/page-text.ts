import type { FieldName } from '../../contract/waitlist.ts'

/** The sentences of the pages that answer a form sent without JavaScript. */
export const PAGE_TEXT = {
  joined: {
    title: 'Welcome to the future! 🚀',
    sentence: 'You are on the waitlist.',
    home: 'Back to the home page',
    waitlist: 'Back to the waitlist page',
  },
  failed: {
    title: 'Error',
    retry: 'Try again',
    choose: 'Select a role',
    trap: 'Leave this field empty',
    optional: 'optional',
  },
} as const

/** Labels and the autofill hint of each field that a visitor sees. */
export const FIELD_TEXT = {
  firstName: { label: 'First name', autocomplete: 'given-name' },
  lastName: { label: 'Last name', autocomplete: 'family-name' },
  email: { label: 'Email', autocomplete: 'email' },
  company: { label: 'Company', autocomplete: 'organization' },
  role: { label: 'Role', autocomplete: 'off' },
} as const satisfies Partial<Record<FieldName, { label: string; autocomplete: string }>>

export type VisibleField = keyof typeof FIELD_TEXT
