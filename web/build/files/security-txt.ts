import { absolute } from '../../content/absolute.ts'
import { brand } from '../../content/brand.ts'
import { files } from '../../content/files.ts'

/**
 * RFC 9116. It expires a year after the day of the build, at midnight, so that all builds of a
 * day are equal.
 */
export function securityTxt(built: Date): string {
  const nextYear = Date.UTC(built.getUTCFullYear() + 1, built.getUTCMonth(), built.getUTCDate())
  return [
    `Contact: mailto:${brand.supportEmail}`,
    `Expires: ${new Date(nextYear).toISOString().replace('.000', '')}`,
    'Preferred-Languages: en',
    `Canonical: ${absolute(files.security)}`,
    '',
  ].join('\n')
}
