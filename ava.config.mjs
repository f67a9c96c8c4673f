import { availableParallelism } from 'node:os'
import path from 'node:path'

/** Files there start programs and databases of their own, and wait for them most of the time: they begin first. */
const WAITING = ['clients', 'storage/embedded', 'server']

const root = path.join(import.meta.dirname, 'dist')
const rank = file => {
  const at = WAITING.findIndex(folder => path.relative(root, file).startsWith(`${folder}${path.sep}`))
  return at === -1 ? WAITING.length : at
}

export default {
  files: ['dist/**/*.test.js'],
  workerThreads: false,
  // Each has connections to wait for, and one more has the core meanwhile.
  concurrency: availableParallelism() + 1,
  sortTestFiles: (one, other) => rank(one) - rank(other) || one.localeCompare(other),
  // Since anything was heard of any file: for what hangs, not for what is slow.
  timeout: '10m',
}
