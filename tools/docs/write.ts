import { writeFileSync } from 'node:fs'
import { generated } from './generated.ts'

// `npm run docs` writes the files that are generated from the code.

for (const [path, text] of Object.entries(await generated())) {
  writeFileSync(new URL(`../../${path}`, import.meta.url), text)
  process.stdout.write(`${path} is written.\n`)
}
