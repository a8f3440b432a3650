import { VISIT_PATH } from '@ad-kit/contract/source'
import { findSource } from '../waitlist/source.ts'

declare global {
  interface Navigator {
    /** Global Privacy Control, which browsers set for visitors who ask not to be tracked. */
    readonly globalPrivacyControl?: boolean
  }
}

/** Counts this page load. Extensions that block beacons may have removed the function. */
export function countVisit(path: string): void {
  if (navigator.globalPrivacyControl) return
  const source = findSource() ?? ''
  navigator.sendBeacon?.(VISIT_PATH, new URLSearchParams({ path, source }))
}
