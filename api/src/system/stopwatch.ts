/**
 * The time since it was started, in milliseconds. A suspended machine stops one clock, and the other can be set
 * back.
 */
export function stopwatch(): () => number {
  const [steady, wall] = [performance.now(), Date.now()]
  return () => Math.max(performance.now() - steady, Date.now() - wall)
}
