import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = /\.(?:css|html|js|json|svg|txt|webmanifest|xml)$/

/** This parameter makes /blog small enough for one round trip. */
const BROTLI = { params: { [constants.BROTLI_PARAM_NPOSTFIX]: 2 } }

/** Writes `.br` (quality 11) and `.gz` (level 9) next to every text file below a folder. */
export async function compressAll(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  const compress = async (file: string) => {
    const content = await readFile(file)
    await writeFile(`${file}.br`, await promisify(brotliCompress)(content, BROTLI))
    const level = constants.Z_BEST_COMPRESSION
    await writeFile(`${file}.gz`, await promisify(gzip)(content, { level }))
  }
  await Promise.all(
    names.filter((name) => COMPRESSIBLE.test(name)).map((name) => compress(join(folder, name))),
  )
}
