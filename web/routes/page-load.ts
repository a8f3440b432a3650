/** Tells which address the browser loaded this document from, and whether by a link, Back or a reload. */
export const [navigation] = performance.getEntriesByType(
  'navigation',
) as PerformanceNavigationTiming[]
