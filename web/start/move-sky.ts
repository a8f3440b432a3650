/** The id of the sky's element. */
export const SKY = 'sky'

/** The near stars drift by one pixel in this many milliseconds. */
const STEP = 2000

/**
 * Moves the sky while the tab is visible. While an animation runs, even one in `steps()`, a browser looks for
 * changes in every frame, which costs more processor time than drawing them. So the drift stays paused, and this
 * function moves it forward. Animations that have finished start again, with their delay.
 */
export function moveSky(): void {
  setInterval(() => {
    if (document.hidden) return
    const sky = document.getElementById(SKY)
    for (const animation of sky?.getAnimations({ subtree: true }) ?? []) {
      if (animation.playState === 'finished') animation.play()
      if (animation.playState === 'paused') (animation.currentTime as number) += STEP
    }
  }, STEP)
}
