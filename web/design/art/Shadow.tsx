import { paint } from './names.ts'

/** How far the shadow reaches beyond the card, and how far below it. */
const [REACH, DROP] = [46, 20]

/** The soft shadow of a card: a gradient, which is drawn in a fraction of a blur's time. */
export const Shadow = ({ width, height }: { width: number; height: number }) => (
  <ellipse
    cx={width / 2}
    cy={height / 2 + DROP}
    rx={width / 2 + REACH}
    ry={height / 2 + REACH}
    fill={paint('shade')}
  />
)
