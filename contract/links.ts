/**
 * Pages behind the links of an email. A GET shows a prerendered page with a form and no `action`, so
 * that its button sends a POST to the same address, which the API handles below `/api`. Mail scanners
 * send only GETs, which never reach the API.
 */
export const LINK_PATHS = {
  confirm: '/waitlist/confirm',
  leave: '/waitlist/leave',
  data: '/waitlist/data',
  /** The GET of these is the page `data`, which has their buttons. */
  friends: '/waitlist/friends',
  erase: '/waitlist/erase',
} as const

/** The API redirects a form here after it has done its work. */
export const DONE_PATHS = {
  confirmed: '/waitlist/confirmed',
  left: '/waitlist/left',
  erased: '/waitlist/erased',
  /** The link is unknown or too old. This page offers another mail. */
  expired: '/waitlist/expired',
  /** Another confirmation was asked for. */
  resent: '/waitlist/sent',
} as const

/** The query parameter with the token of a link. */
export const TOKEN = 't'

/** The field that a click on the button adds to its form. A form that a script sends lacks it. */
export const CLICKED = 'clicked'

/** The API sends a person who has left back to the page `confirm` with this fragment. Then only a click confirms. */
export const NEEDS_CLICK = '#click'

/** Headers at these addresses: the next page must not learn the token from `Referer`. */
export const LINK_HEADERS = { 'referrer-policy': 'no-referrer' } as const
