import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The findings of axe, one short text each. */
export async function violations(page: Page): Promise<string[]> {
  // Legacy mode does not open a second page per run. It skips frames, which the site does not have.
  const found = await new AxeBuilder({ page }).withTags(TAGS).setLegacyMode().analyze()
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}\n${target}\n${failureSummary}`),
  )
}
