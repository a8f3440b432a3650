/** The brand's mark, a star around a flame, as outlines in a square of `size` units. */
export const mark = {
  size: 28,
  star: 'M14 0c.9 8 5.1 12.4 14 14-8.9 1.6-13.1 6-14 14-.9-8-5.1-12.4-14-14C8.9 12.4 13.1 8 14 0Z',
  flame: 'M14 8c2.6 2.5 3.9 4.5 3.9 6.7a3.9 3.9 0 0 1-7.8 0C10.1 12.5 11.4 10.5 14 8Z',
} as const

export const markViewBox = `0 0 ${mark.size} ${mark.size}`
