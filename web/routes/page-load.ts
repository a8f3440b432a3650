/** Says from which address the browser loaded this document, and whether by a link, by Back or by a reload. */
export const [navigation] = performance.getEntriesByType(
  'navigation',
) as PerformanceNavigationTiming[]
