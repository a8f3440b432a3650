import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/** The rules that an email can meet. Emails cannot have landmarks, which are a best practice for pages. */
export const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

export async function violations(
  page: Page,
  tags: readonly string[] = [...WCAG, 'best-practice'],
): Promise<string[]> {
  // Legacy mode does not open a second page per run. It skips frames, which the site does not have.
  const found = await new AxeBuilder({ page })
    .withTags([...tags])
    .setLegacyMode()
    .analyze()
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n${target}\n${failureSummary}`),
  )
}
