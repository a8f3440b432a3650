import { expect, test } from 'vitest'
import { MAIL_SETTINGS, SITE_SETTINGS } from '../api/src/system/settings.ts'
import { useSample } from './sample.ts'

/** These addresses are only shown or written into emails, which are saved as files. `doctor` visits the product. */
const SHOWN = ['SITE_URL', 'TRIAL_URL', 'INVITE_URL', 'LAUNCH_URL']

test('the sample ignores the addresses of databases, mail servers and webhook receivers', () => {
  const names = Object.keys({ ...SITE_SETTINGS, ...MAIL_SETTINGS })
  const env: NodeJS.ProcessEnv = Object.fromEntries(names.map((name) => [name, 'real']))
  useSample(env)
  const kept = Object.keys(env).filter((name) => name.endsWith('_URL'))
  expect(kept.toSorted()).toEqual(SHOWN.toSorted())
  expect(env['DATA_DIR']).toBe('real/sample')
})
