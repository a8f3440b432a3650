import { useSyncExternalStore } from 'react'

const isVisible = (): boolean => document.visibilityState !== 'hidden'

function onChange(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** Whether the tab is shown; undefined until the page is hydrated. */
export const useAwake = (): boolean | undefined =>
  useSyncExternalStore<boolean | undefined>(onChange, isVisible, () => undefined)
