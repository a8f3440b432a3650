import sharp from 'sharp'
import { files } from '../../content/files.ts'
import { bareIcon, tileIcon } from '../../design/icon.ts'
import { toIco } from './ico.ts'
import type { SiteFiles } from './site-files.ts'

/** Android may cut a maskable icon to a circle of 80 % of its width. */
const MASKABLE_SHARE = 0.52
const TILE_SHARE = 0.7
const TILE_CORNER = 0.22

/** The icon in the sizes that browsers and home screens request. */
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
  // Rasterised large and scaled down, because the icon's SVG is small.
  sharp(Buffer.from(svg), { density: 1200 }).resize(side, side).png({ effort: 10 }).toBuffer()
