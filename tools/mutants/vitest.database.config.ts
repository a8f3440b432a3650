import { LIMIT } from '../../tests/support/limits.ts'
import alone from './vitest.config.ts'

/** The tests of the modules that need a database, whose server run.ts starts. */
export default {
  ...alone,
  test: {
    ...alone.test,
    include: [
      'tests/database/owner/board/guard.test.ts',
      'tests/database/list/fold.test.ts',
      'tests/database/mail/{claim,send}.test.ts',
      'tests/database/owner/transfer/{backup,export,refusals-file,restore}.test.ts',
      'api/src/owner/transfer/export.test.ts',
    ],
    testTimeout: LIMIT,
    hookTimeout: LIMIT,
  },
}
