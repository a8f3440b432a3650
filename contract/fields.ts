/**
 * The questions of the waitlist form, in the form's order. The form, validation in the browser (web/waitlist/schema.ts)
 * and in the API (api/src/list/inbox/form-schema.ts), storage, exports, statistics and the privacy page are derived
 * from these entries. A new question takes one entry and no migration; docs/customise.md lists the few examples that
 * need an edit.
 *
 * Lengths are in Unicode code points. Patterns are regular expressions with the `u` flag. They run in linear time, on
 * the value that `tidy` returns.
 */

interface Question {
  readonly label: string
  /** This field's HTML autofill tokens. */
  readonly autocomplete: string
  readonly required: boolean
  /** The error notice shows this, unless a text answer breaks a rule that is not about its length: see `sentenceOf`. */
  readonly sentence: string
  /** Two adjacent half-width questions share a line if there is room. */
  readonly width: 'half' | 'full'
  /** The answer's name in the privacy page's list of stored data. */
  readonly kept: string
}

/** The rules for a typed answer. The first rule that it breaks determines the message. */
interface Text {
  readonly minLength: number
  readonly maxLength: number
  readonly pattern: string
  readonly rules?: readonly Rule[]
}

export interface TextQuestion extends Question, Text {
  readonly type: 'text' | 'tel' | 'url' | 'email'
  readonly placeholder: string
  /** The error messages below the field. A missing value counts as too short. */
  readonly messages: {
    readonly tooShort: string
    readonly tooLong: string
    readonly malformed: string
  }
}

/** An additional pattern, with the message for answers that do not match it. */
interface Rule {
  readonly pattern: string
  readonly message: string
}

export interface ChoiceQuestion extends Question {
  readonly type: 'choice'
  /** The form shows this while no option is chosen. */
  readonly placeholder: string
  /** `value` is sent and stored; `label` is shown. */
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly message: string
  /** True if the statistics count each choice. */
  readonly counted: boolean
}

/** A field that people cannot see, so only programs fill it in. */
export interface Honeypot extends Text {
  readonly type: 'honeypot'
  readonly label: string
  readonly autocomplete: string
  readonly required: false
  readonly message: string
  readonly sentence: string
}

export type Field = TextQuestion | ChoiceQuestion | Honeypot

/** Postgres refuses NUL, a line break would start an email header, and lone surrogates cannot be encoded as UTF-8. */
const NOT_IN_LINE = '\\p{Cc}\\p{Cs}\\u2028\\u2029'
const LINE = `^[^${NOT_IN_LINE}]*$`

export const INVISIBLE = '\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}'

/** Allows joiners, because Persian, Sinhala and emoji need them (RFC 5892, A.1 and A.2). */
const JOINED = `(?![${INVISIBLE}])[\\p{L}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}]`
const JOINER = `(?:[\\u200c\\u200d](?=${JOINED}))?`
const VARIATION = '\\p{Variation_Selector}?'

/**
 * Rejects invisible characters, so that names that look the same are the same. It avoids lookbehind, which Safari 15
 * lacks.
 */
export const VISIBLE: Rule = {
  pattern: `^(?:${JOINED}${VARIATION}${JOINER}|(?!${JOINED})[^\\p{Z}${INVISIBLE}]${VARIATION}|\\p{Z})*$`,
  message: 'Type it without invisible characters',
}

export const NO_LINK: Rule = {
  pattern: '^(?!.*(?:://|[wW]{3}\\.|@))',
  message: 'Leave out ://, www. and @',
}

/**
 * An RFC 5321 dot-string of at most 64 characters, extended to the letters of RFC 6531, then @ and a domain of two or
 * more labels, the last of which starts with a letter. Quoted local parts, address literals and bare hosts
 * (`a@localhost`) count as typos.
 */
const ATEXT = "[\\p{L}\\p{M}\\p{N}!#$%&'*+/=?^_`{|}~-]"
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}])?'
const TOP_LABEL = '\\p{L}[\\p{L}\\p{M}\\p{N}-]{0,61}[\\p{L}\\p{M}\\p{N}]'
const EMAIL = `^(?!.*[${INVISIBLE}])(?=[^@]{1,64}@)${ATEXT}+(?:\\.${ATEXT}+)*@(?:${LABEL}\\.)+${TOP_LABEL}$`

/**
 * Allows only ASCII before the @. Other addresses need SMTPUTF8 on every mail server on the way: docs/decisions/0009.
 */
export const ASCII_LOCAL: Rule = {
  pattern: '^[\\x00-\\x7f]*@',
  message: 'Use only a–z, digits and symbols before the @',
}

const ONE_LINE = 'Use one line of plain text'
const LEAVE_EMPTY = 'Leave this field empty'

export const FIELDS = {
  first_name: {
    type: 'text',
    label: 'First name',
    placeholder: 'Ada',
    autocomplete: 'given-name',
    required: true,
    minLength: 2,
    maxLength: 80,
    pattern: LINE,
    messages: { tooShort: 'Min 2 chars', tooLong: 'Max 80 chars', malformed: ONE_LINE },
    rules: [VISIBLE, NO_LINK],
    sentence: 'Please enter a first name of 2 to 80 characters.',
    width: 'half',
    kept: 'your first name',
  },
  last_name: {
    type: 'text',
    label: 'Last name',
    placeholder: 'Okafor',
    autocomplete: 'family-name',
    required: true,
    minLength: 2,
    maxLength: 80,
    pattern: LINE,
    messages: { tooShort: 'Min 2 chars', tooLong: 'Max 80 chars', malformed: ONE_LINE },
    rules: [VISIBLE, NO_LINK],
    sentence: 'Please enter a last name of 2 to 80 characters.',
    width: 'half',
    kept: 'your last name',
  },
  /** The API derives a person's identity from the address (`mailboxOf`). */
  email: {
    type: 'email',
    label: 'Email',
    placeholder: 'you@yourshop.com',
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
    rules: [ASCII_LOCAL],
    sentence:
      'Please enter your full email address, such as name@example.com, with no accents before the @.',
    width: 'full',
    kept: 'your email address',
  },
  company: {
    type: 'text',
    label: 'Company',
    placeholder: 'Your shop or brand',
    autocomplete: 'organization',
    required: false,
    minLength: 0,
    maxLength: 120,
    pattern: LINE,
    messages: { tooShort: ONE_LINE, tooLong: 'Max 120 chars', malformed: ONE_LINE },
    sentence: 'Please enter your company in 120 characters or fewer, or leave it empty.',
    width: 'full',
    kept: 'your company, if you gave one',
  },
  role: {
    type: 'choice',
    label: 'Role',
    placeholder: 'Select your role',
    autocomplete: 'off',
    required: true,
    options: [
      { value: 'entrepreneur', label: 'Entrepreneur' },
      { value: 'designer', label: 'Designer' },
      { value: 'marketer', label: 'Marketer' },
      { value: 'agency', label: 'Agency Owner' },
      { value: 'freelancer', label: 'Freelancer' },
      { value: 'other', label: 'Other' },
    ],
    message: 'Select a role',
    counted: true,
    sentence: 'Please select the role that describes you best.',
    width: 'full',
    kept: 'the role that you chose',
  },
  website: {
    type: 'honeypot',
    label: LEAVE_EMPTY,
    autocomplete: 'off',
    required: false,
    minLength: 0,
    maxLength: 2048,
    pattern: LINE,
    message: LEAVE_EMPTY,
    sentence: 'Please leave the website field empty.',
  },
} as const satisfies Record<string, Field>
