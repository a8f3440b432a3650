/** The id of the sky's element. */
export const SKY = 'sky'

/** The milliseconds between two frames of the sky, normally and while a star falls. */
const [CALM, FALLING] = [300, 40]

/** A star falls once in this many seconds. */
export const FALL_SECONDS = 20
/** The star falls after this percentage of that time. */
export const FALL_STARTS = 96

/**
 * Moves the sky while the tab is visible. While an animation runs, even one in `steps()`, browsers look for changes in
 * every frame, which costs more processor time than drawing them. So all of the sky's animations stay paused, and this
 * function sets their time.
 */
export function moveSky(): void {
  let time = 0
  const move = () => {
    const pause = time % (1000 * FALL_SECONDS) < 10 * FALL_SECONDS * FALL_STARTS ? CALM : FALLING
    setTimeout(move, pause)
    if (document.hidden) return
    time += pause
    for (const animation of document.getElementById(SKY)?.getAnimations({ subtree: true }) ?? []) {
      animation.currentTime = time
    }
  }
  move()
}
