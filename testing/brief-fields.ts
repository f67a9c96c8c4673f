import { execFileSync } from 'node:child_process'

/**
 * Where less is compiled to run fast: V8 counts bytes that were run up to that of Node 20, and calls since. The last is of
 * WebAssembly, in which `fetch` parses what it receives: its first response had that optimized, for 60 ms.
 */
const WANTED = [
  '--interrupt-budget=1320000',
  '--invocation-count-for-maglev=4000',
  '--invocation-count-for-turbofan=30000',
  '--min-semi-space-size=32',
  '--initial-old-space-size=300',
  '--wasm-tiering-budget=1000000000',
]

const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })

/**
 * Options of Node for processes that live for seconds: less is optimized, and the young generation is larger.
 * Measured on Node 20: a fifth less of a core. Versions of V8 know different ones of these.
 */
export const BRIEF = WANTED.filter(flag => known.includes(` ${flag.split('=')[0]} `))
