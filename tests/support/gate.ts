import type { Page } from 'playwright'

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

/** Holds back all scripts that the page requests from now on, until the gate opens. */
export async function holdScripts(page: Page): Promise<Gate> {
  const scripts = gate()
  await page.route('**/*.js', async (route) => {
    await scripts.opened
    await route.continue()
  })
  return scripts
}
