import { useEffect, useState } from 'react'

const SECOND = 1000

/**
 * Counts from a number of seconds down to 0.
 * @returns the seconds left, and a function that starts again
 */
export function useCountdown(seconds: number): [left: number, restart: () => void] {
  const [end, setEnd] = useState(() => performance.now() + seconds * SECOND)
  const [now, setNow] = useState(() => performance.now())
  const left = Math.max(0, Math.ceil((end - now) / SECOND))
  const isOver = left === 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(performance.now()), SECOND)
    return () => clearInterval(timer)
  }, [isOver])
  const restart = () => {
    const start = performance.now()
    setNow(start)
    setEnd(start + seconds * SECOND)
  }
  return [left, restart]
}
