import { LIMIT } from '../../tests/support/limits.ts'
import alone from './vitest.config.ts'

/** The tests of the modules that need a database, whose server run.ts starts. */
export default {
  ...alone,
  test: {
    ...alone.test,
    include: [
      'tests/database/board/guard.test.ts',
      'tests/database/inbox/fold.test.ts',
      'tests/database/outbox/{claim,send}.test.ts',
      'tests/database/transfer/{backup,export,refusals-file,restore}.test.ts',
      'api/src/transfer/export.test.ts',
    ],
    testTimeout: LIMIT,
    hookTimeout: LIMIT,
  },
}
