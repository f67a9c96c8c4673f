import { availableParallelism } from 'node:os'

export default {
  files: ['dist/**/*.test.js'],
  workerThreads: false,
  // Each has connections to wait for, and one more has the core meanwhile.
  concurrency: availableParallelism() + 1,
  // Those that share processes first, as `testing/test-files.ts` numbers them.
  sortTestFiles: (one, other) => one.localeCompare(other),
  // Since anything was heard of any file: for what hangs, not for what is slow.
  timeout: '10m',
}
