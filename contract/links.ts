/**
 * Pages behind email links. A GET shows a prerendered page whose form has no `action`, so that its button sends a POST
 * to the same address, which the API handles below `/api`. Mail scanners send only GETs, which never reach the API.
 */
export const LINK_PATHS = {
  confirm: '/waitlist/confirm',
  leave: '/waitlist/leave',
  data: '/waitlist/data',
  /** The buttons for the next two links are on the `data` page, to which a GET of either one redirects. */
  friends: '/waitlist/friends',
  erase: '/waitlist/erase',
} as const

/** The API redirects to these pages after it has handled a form. */
export const DONE_PATHS = {
  confirmed: '/waitlist/confirmed',
  left: '/waitlist/left',
  erased: '/waitlist/erased',
  /** The page for unknown and expired links, which offers another email. */
  expired: '/waitlist/expired',
  /** The page that follows a request for another confirmation email. */
  resent: '/waitlist/sent',
} as const

export const TOKEN = 't'

/** A click on the button adds this field to the form; a script that sends the form does not. */
export const CLICKED = 'clicked'

/** The API redirects a person who has left to the `confirm` page with this fragment, so that only a click confirms. */
export const NEEDS_CLICK = '#click'

/** The headers of these pages. They keep the token out of the `Referer` of later requests. */
export const LINK_HEADERS = { 'referrer-policy': 'no-referrer' } as const
