import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Stryker } from '@stryker-mutator/core'
import { ROOT } from '../../tests/support/repository.ts'
import { SURVIVORS } from './survivors.ts'

type Mutant = Awaited<ReturnType<Stryker['runMutationTest']>>[number]

const moduleOf = ({ fileName }: Mutant): string => relative(ROOT, fileName)

const lineOf = ({ fileName, location }: Mutant): string =>
  readFileSync(fileName, 'utf8').split('\n')[location.start.line - 1] ?? ''

/** Where `SURVIVORS` and the survivors among these mutants differ, one sentence each. */
export function unexplained(mutants: readonly Mutant[]): readonly string[] {
  const explains = (code: string, mutant: Mutant) => lineOf(mutant).includes(code)
  const missing = mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .filter((mutant) => {
      const reasons = Object.keys(SURVIVORS[moduleOf(mutant)] ?? {})
      return !reasons.some((code) => explains(code, mutant))
    })
    .map(
      (mutant) =>
        `Explain in tools/mutants/survivors.ts: ${moduleOf(mutant)}:${mutant.location.start.line}, ${mutant.replacement}`,
    )

  // On a busy machine, a mutant that changes nothing may take too long.
  const unsure = mutants.filter(({ status }) => status !== 'Killed')
  const needless = [...new Set(mutants.map(moduleOf))].flatMap((module) =>
    Object.keys(SURVIVORS[module] ?? {})
      .filter((code) => !unsure.some((each) => moduleOf(each) === module && explains(code, each)))
      .map((code) => `Tests notice this, so tools/mutants/survivors.ts need not have it: ${code}`),
  )
  return [...missing, ...needless]
}
