import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = /\.(?:css|html|js|json|svg|txt|webmanifest|xml)$/

/** Writes `.br` (quality 11) and `.gz` (level 9) beside every text file below a folder. */
export async function compressAll(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true })
  await Promise.all(
    names.filter((name) => COMPRESSIBLE.test(name)).map((name) => compress(join(folder, name))),
  )
}

/** Which of these is smallest differs from page to page, and a page must fit one round trip. */
const postfixes = (file: string): readonly number[] => (file.endsWith('.html') ? [0, 1, 2, 3] : [0])

async function smallestBrotli(file: string, content: Buffer): Promise<Buffer> {
  const files = await Promise.all(
    postfixes(file).map((bits) =>
      promisify(brotliCompress)(content, {
        params: {
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
          [constants.BROTLI_PARAM_NPOSTFIX]: bits,
        },
      }),
    ),
  )
  return files.reduce((a, b) => (b.length < a.length ? b : a))
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file)
  const [brotli, gzipped] = await Promise.all([
    smallestBrotli(file, content),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ])
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)])
}
