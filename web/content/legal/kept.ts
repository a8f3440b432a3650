import { FIELDS, QUESTION_NAMES } from '@ad-kit/contract'

/** Names of the stored answers on the privacy page, in the form's order. */
export const kept = QUESTION_NAMES.map((name) => FIELDS[name].kept)
