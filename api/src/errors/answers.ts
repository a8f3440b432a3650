import type { ErrorAnswer } from '../../contract/waitlist.ts'

/** An error as it is answered: the status, the body, and headers that belong to it. */
export interface Answer {
  readonly status: number
  readonly body: ErrorAnswer
  readonly headers?: Readonly<Record<string, string>>
}

const answer = (status: number, code: string, error: string): Answer => ({
  status,
  body: { error, code },
})

/** Every error that is not about single fields. `code` is stable, the sentence is for visitors. */
export const ANSWERS = {
  malformedRequest: answer(400, 'REQUEST_MALFORMED', 'We could not read that request.'),
  malformedBody: answer(
    400,
    'BODY_MALFORMED',
    'We could not read the form. Please reload the page and try again.',
  ),
  crossSite: answer(
    403,
    'CROSS_SITE',
    'This was sent from another website. Please send it again from here.',
  ),
  notFound: answer(404, 'NOT_FOUND', 'There is nothing at this address.'),
  methodNotAllowed: answer(
    405,
    'METHOD_NOT_ALLOWED',
    'This method is not supported at this address.',
  ),
  timeout: answer(408, 'REQUEST_TIMEOUT', 'That took too long to arrive. Please try again.'),
  bodyTooLarge: answer(
    413,
    'BODY_TOO_LARGE',
    'The text is too long. Please shorten it and try again.',
  ),
  unsupportedType: answer(
    415,
    'CONTENT_TYPE_UNSUPPORTED',
    'Please send the form as JSON or as a web form.',
  ),
  headersTooLarge: answer(431, 'HEADERS_TOO_LARGE', 'We could not read that request.'),
  bug: answer(
    500,
    'INTERNAL',
    'Something went wrong on our side. Your signup was not saved; please try again later.',
  ),
  databaseAway: {
    ...answer(
      503,
      'UNAVAILABLE',
      'We cannot save your signup right now. Please try again in a moment.',
    ),
    headers: { 'retry-after': '5' },
  },
} as const satisfies Record<string, Answer>

/** Too many signups from one address; `ms` until the next one is taken. */
export function rateLimited(ms: number): Answer {
  const minutes = Math.ceil(ms / 60_000)
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`
  return answer(
    429,
    'RATE_LIMITED',
    `Too many signups came from your network. Please try again in ${wait}.`,
  )
}

/** An error that already knows its answer. */
export class HttpError extends Error {
  readonly answer: Answer

  constructor(answer: Answer) {
    super(answer.body.code)
    this.answer = answer
    this.name = 'HttpError'
  }
}
