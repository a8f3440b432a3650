/** The first chunk of a PNG: https://www.w3.org/TR/png-3/#11IHDR */
export function pngSize(file: Buffer): { width: number; height: number } {
  if (file.toString('latin1', 1, 4) !== 'PNG') throw new Error('The file is not a PNG.')
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) }
}

export const bytesOf = async (response: Response): Promise<Buffer> =>
  Buffer.from(await response.arrayBuffer())
