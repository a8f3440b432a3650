import { mark, markViewBox } from './mark.ts'
import { color } from './theme.ts'

const shapes = `<path d="${mark.star}" fill="${color.accent}"/><path d="${mark.flame}" fill="${color.onAccent}"/>`

/** The icon for browser tabs: the mark alone. */
export const bareIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${markViewBox}">${shapes}</svg>`

/**
 * Returns the icon for home screens: the mark on a tile in the page's colour.
 * @param share - the mark's width, as a share of the tile's
 * @param corner - the radius of the tile's corners, as a share of its width
 */
export function tileIcon(share: number, corner = 0): string {
  const side = mark.size / share
  const inset = (side - mark.size) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}" rx="${corner * side}" fill="${color.page}"/><g transform="translate(${inset} ${inset})">${shapes}</g></svg>`
}
