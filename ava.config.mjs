import { availableParallelism } from 'node:os'
import path from 'node:path'

/** Files there that have a process of their own wait for programs most of the time, or take long: they begin first. */
const FIRST = ['server', 'tools', 'clients', 'storage/embedded']

const root = path.join(import.meta.dirname, 'dist')
const rank = file => {
  const at = FIRST.findIndex(folder => path.relative(root, file).startsWith(`${folder}${path.sep}`))
  return at === -1 ? FIRST.length : at
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
