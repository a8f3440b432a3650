import type { Page } from '@playwright/test'

export interface Gate {
  readonly opened: Promise<void>
  readonly open: () => void
}

/** A promise that the test resolves, to hold requests back. */
export function gate(): Gate {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

/** The scripts that a page loads after its first one, React among them. */
export const CHUNKS = '**/assets/chunks/*.js'

/** Holds back the scripts that the page requests from now on, all or some, until the gate opens. */
export async function holdScripts(page: Page, which = '**/*.js'): Promise<Gate> {
  const scripts = gate()
  await page.route(which, async (route) => {
    await scripts.opened
    await route.continue()
  })
  return scripts
}
