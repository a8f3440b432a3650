import { LANGUAGE } from '@ad-kit/contract'
import { ROOT } from '../../tests/support/repository.ts'
import { isEnglish, unchanged, wordsOf } from './words.ts'

// `npm run check` lists what is left to translate. This isn't an error, because a name can be the same in both
// languages.

const left = isEnglish(LANGUAGE) ? [] : unchanged(ROOT, wordsOf(ROOT))
if (left.length > 0) {
  console.warn(`LANGUAGE is ${LANGUAGE}, and these lines still contain the sample’s words:`)
  for (const { place, text } of left) console.warn(`  ${place}  ${text.slice(0, 80)}`)
}
