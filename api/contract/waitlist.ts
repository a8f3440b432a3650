/**
 * The waitlist form as data: what both sides of `POST /api/waitlist` agree on.
 *
 * The browser's yup schema and the API's TypeBox schema are each built from this
 * file, and one table of bodies is run through both (`tests/contract`). It imports
 * nothing, so that neither side's validator reaches the other.
 *
 * Lengths are in Unicode code points. Patterns are sources of regular expressions
 * with the flag `u`, tested against the trimmed value, and match in linear time.
 */

/** Where the form is sent, by `fetch` and by a plain HTML form alike. */
export const WAITLIST_PATH = '/api/waitlist'

/** Larger bodies are refused before they are parsed. In bytes. */
export const BODY_LIMIT = 16 * 1024

/** A visitor's own description of their work; `value` is sent, `label` is shown. */
export const ROLES = [
  { value: 'entrepreneur', label: 'Entrepreneur' },
  { value: 'designer', label: 'Designer' },
  { value: 'marketer', label: 'Marketer' },
  { value: 'agency', label: 'Agency Owner' },
  { value: 'freelancer', label: 'Freelancer' },
  { value: 'other', label: 'Other' },
] as const

export type Role = (typeof ROLES)[number]['value']

/**
 * One line of text. Control characters (NUL is refused by Postgres, CR and LF start
 * mail headers), line separators and lone surrogates (not encodable in UTF-8) are out.
 */
const LINE = '^[^\\p{Cc}\\p{Cs}\\u2028\\u2029]*$'

/**
 * RFC 5321 dot-string local part of at most 64 characters, extended by RFC 6531 to
 * letters beyond ASCII, at a domain of two or more labels whose last starts with a
 * letter. Quoted locals, address literals and bare hosts (`a@localhost`) are out:
 * no mailbox of a seller looks like that, and most are typing errors.
 */
const ATEXT = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]"
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?'
const TOP_LABEL = '\\p{L}[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}]'
const EMAIL = `^(?=[^@]{1,64}@)${ATEXT}+(?:\\.${ATEXT}+)*@(?:${LABEL}\\.)+${TOP_LABEL}$`

const NOT_A_LINE = 'Letters, digits and signs on one line only'
const LEAVE_EMPTY = 'Leave this field empty'

/** A rule about one field: the first broken one gives the field its message. */
export interface FieldRule {
  /** Name in the JSON body and in a urlencoded form post. */
  readonly key: string
  readonly label: string
  /** What browsers fill in (HTML autofill detail tokens). */
  readonly autocomplete: string
  readonly required: boolean
  readonly minLength: number
  readonly maxLength: number
  readonly pattern: string
  /** Shown beneath the field. A missing field counts as too short. */
  readonly messages: {
    readonly tooShort: string
    readonly tooLong: string
    readonly malformed: string
  }
}

/** The form's fields in the order in which they are shown, by their name in the form. */
export const FIELDS = {
  firstName: {
    key: 'first_name',
    label: 'First name',
    autocomplete: 'given-name',
    required: true,
    minLength: 2,
    maxLength: 80,
    pattern: LINE,
    messages: { tooShort: 'Min 2 chars', tooLong: 'Max 80 chars', malformed: NOT_A_LINE },
  },
  lastName: {
    key: 'last_name',
    label: 'Last name',
    autocomplete: 'family-name',
    required: true,
    minLength: 2,
    maxLength: 80,
    pattern: LINE,
    messages: { tooShort: 'Min 2 chars', tooLong: 'Max 80 chars', malformed: NOT_A_LINE },
  },
  email: {
    key: 'email',
    label: 'Email',
    autocomplete: 'email',
    required: true,
    minLength: 1,
    maxLength: 254,
    pattern: EMAIL,
    messages: {
      tooShort: 'Invalid email',
      tooLong: 'Invalid email',
      malformed: 'Invalid email',
    },
  },
  company: {
    key: 'company',
    label: 'Company',
    autocomplete: 'organization',
    required: false,
    minLength: 0,
    maxLength: 120,
    pattern: LINE,
    messages: { tooShort: NOT_A_LINE, tooLong: 'Max 120 chars', malformed: NOT_A_LINE },
  },
  role: {
    key: 'role',
    label: 'Role',
    autocomplete: 'off',
    required: true,
    minLength: 1,
    maxLength: 40,
    pattern: `^(?:${ROLES.map((role) => role.value).join('|')})$`,
    messages: {
      tooShort: 'Select a role',
      tooLong: 'Select a role',
      malformed: 'Select a role',
    },
  },
  /** The honeypot: no person sees it, so a person leaves it empty. */
  website: {
    key: 'website',
    label: LEAVE_EMPTY,
    autocomplete: 'off',
    required: false,
    minLength: 0,
    maxLength: 2048,
    pattern: LINE,
    messages: { tooShort: LEAVE_EMPTY, tooLong: LEAVE_EMPTY, malformed: LEAVE_EMPTY },
  },
} as const satisfies Record<string, FieldRule>

/** Attributes that tell password managers, each in its own word, to leave the trap empty. */
export const UNFILLED = {
  'data-1p-ignore': 'true',
  'data-bwignore': 'true',
  'data-lpignore': 'true',
  'data-form-type': 'other',
} as const

export type FieldName = keyof typeof FIELDS

/**
 * Says what a field wants, where a whole sentence is read: the error notice. Apart from the
 * rules: only the API says it, and a browser need not fetch it.
 */
export const SENTENCES: Readonly<Record<FieldName, string>> = {
  firstName: 'Please give your first name in 2 to 80 characters.',
  lastName: 'Please give your last name in 2 to 80 characters.',
  email: 'Please give an email address that we can write to, like name@example.com.',
  company: 'Please give your company in 120 characters or fewer, or leave it empty.',
  role: 'Please select the role that describes you best.',
  website: 'Please leave the website field empty.',
}

/** In the form's order. */
export const FIELD_NAMES = Object.keys(FIELDS) as readonly FieldName[]

/** All but the trap, in the form's order. */
export type SeenName = Exclude<FieldName, 'website'>
export const SEEN_NAMES = FIELD_NAMES.filter((name): name is SeenName => name !== 'website')

export type FieldKey = (typeof FIELDS)[FieldName]['key']

/** Words that the form and the page that answers it without JavaScript share (spec §8). */
export const WORDS = {
  joined: 'Welcome to the future! 🚀',
  failed: 'Error',
  optional: 'optional',
} as const

/** What the form holds. An optional field left empty is an empty string. */
export type WaitlistForm = Record<FieldName, string>

/** The JSON body of `POST /api/waitlist`. `company` and `website` may be left out. */
export interface WaitlistRequest {
  email: string
  first_name: string
  last_name: string
  company?: string
  role: Role
  website?: string
}

/** The one answer, 201, to a new person, a person already listed and a trapped bot. */
export const JOINED = { status: 'joined' } as const

/** Every error answer under `/api`. */
export interface ErrorAnswer {
  /** A sentence for the visitor. */
  error: string
  /** A stable word for programs. */
  code: string
  /** Message by JSON key, when single fields are at fault. */
  fields?: Partial<Record<FieldKey, string>>
}
