/** The colours of the sample products in the case studies. They do not follow the palette. */
export const stone = { lit: '#a77f74', top: '#5d5f86', far: '#3a4370', side: '#2a3156' } as const
export const oats = { crust: '#7d4a22', top: '#c07c3e', seed: '#3a1a0c' } as const
export const glaze = { shaded: '#b08f6c', edge: '#7a5a41' } as const
export const coffee = {
  lit: '#a8551c',
  middle: '#5a2810',
  dark: '#2a1108',
  surface: '#7a3c16',
} as const
export const linen = {
  middle: '#f0dfc4',
  far: '#a98a6a',
  fold: '#5a3418',
  wall: '#3a1a0c',
} as const
