import sharp from 'sharp'
import { files } from '../../content/files.ts'
import { bareIcon, tileIcon } from '../../design/icon.ts'
import type { SiteFiles } from './write.ts'

/** Android may crop a maskable icon to a circle that is 80% as wide as the icon. */
const MASKABLE_SHARE = 0.52
const TILE_SHARE = 0.7
const TILE_CORNER = 0.22

/** Makes the icon in the sizes that browsers and home screens request. */
export async function icons(): Promise<SiteFiles> {
  const rounded = tileIcon(TILE_SHARE, TILE_CORNER)
  return {
    [files.favicon]: bareIcon,
    [files.legacyFavicon]: toIco(await png(bareIcon, 32), 32),
    // iOS rounds the corners itself.
    [files.touchIcon]: await png(tileIcon(TILE_SHARE), 180),
    [files.icon192]: await png(rounded, 192),
    [files.icon512]: await png(rounded, 512),
    [files.maskableIcon]: await png(tileIcon(MASKABLE_SHARE), 512),
  }
}

/** @param side - in pixels */
const png = (svg: string, side: number): Promise<Buffer> =>
  // The SVG is small, so it is rasterized large and then scaled down.
  sharp(Buffer.from(svg), { density: 1200 }).resize(side, side).png({ effort: 10 }).toBuffer()

const HEADER = 6
const ENTRY = 16

/**
 * Wraps a PNG as an ICO file with one image. Every current browser reads it.
 * https://learn.microsoft.com/previous-versions/ms997538(v=msdn.10)
 * @param side - of the square picture, in pixels, up to 255
 */
function toIco(png: Uint8Array, side: number): Uint8Array {
  const head = Buffer.alloc(HEADER + ENTRY)
  head.writeUInt16LE(1, 2) // an icon, not a cursor
  head.writeUInt16LE(1, 4) // one image
  head.writeUInt8(side, 6)
  head.writeUInt8(side, 7)
  head.writeUInt16LE(1, 10) // colour planes
  head.writeUInt16LE(32, 12) // bits per pixel
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18) // where the image begins
  return Buffer.concat([head, png])
}
