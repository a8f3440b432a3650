/** Says from which address the browser loaded this document, and whether through a link, Back or a reload. */
export const [navigation] = performance.getEntriesByType(
  'navigation',
) as PerformanceNavigationTiming[]
