/** How this document was loaded: its address then, and whether by a link, by Back or by a reload. */
export const [navigation] = performance.getEntriesByType(
  'navigation',
) as PerformanceNavigationTiming[]
