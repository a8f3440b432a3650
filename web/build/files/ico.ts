const HEADER = 6
const ENTRY = 16

/**
 * Wraps a PNG as an ICO file of one image, which every browser since 2007 reads.
 * https://learn.microsoft.com/previous-versions/ms997538(v=msdn.10)
 *
 * @param side - of the square picture, in pixels, up to 255
 */
export function toIco(png: Uint8Array, side: number): Uint8Array {
  const head = Buffer.alloc(HEADER + ENTRY)
  head.writeUInt16LE(1, 2) // an icon, not a cursor
  head.writeUInt16LE(1, 4) // one image
  head.writeUInt8(side, 6)
  head.writeUInt8(side, 7)
  head.writeUInt16LE(1, 10) // colour planes
  head.writeUInt16LE(32, 12) // bits a pixel
  head.writeUInt32LE(png.length, 14)
  head.writeUInt32LE(head.length, 18) // where the image begins
  return Buffer.concat([head, png])
}
