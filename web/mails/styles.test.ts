import { expect, test } from 'vitest'
import { readLetter } from '../../letters/letter.ts'
import { elements } from './styles.ts'

const EVERYTHING = `---
subject: x
---

# A

## B

### C

*d* **e** \`f\` [g](/g) ![h](/h.png)

> i

- j

1. k

---

| l | m |
| - | -: |
| n | o |

    p
`

/** Elements that look right without a style. */
const PLAIN = ['thead', 'tbody', 'tr']

test('every element of a letter has a style', () => {
  const html = readLetter('launch.md', EVERYTHING).render()
  const names = new Set([...html.matchAll(/<(\w+)/g)].map(([, name = '']) => name))
  expect([...names].filter((name) => !PLAIN.includes(name)).toSorted()).toEqual(
    Object.keys(elements).toSorted(),
  )
})
