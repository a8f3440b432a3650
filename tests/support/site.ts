import type { PageOptions } from '../browser/support/test.ts'

/** The browser's and the page's errors about a chunk that cannot be fetched. */
export const MISSING_CHUNK = [/Failed to load resource/, /dynamically imported module/]

/** The viewport of a phone, in CSS pixels. */
export const PHONE = { width: 390, height: 844 }

export const NO_SCRIPT: PageOptions = { javaScriptEnabled: false }

/** The browser's message about a page with status 404. */
export const NOT_FOUND_NOTE = /Failed to load resource.*404/
