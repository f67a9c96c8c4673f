// `npm run operator -- help`: what those who run an installation do from its command line.
import module from 'node:module'
import path from 'node:path'

// From Node 22 on what was compiled is kept for the next time (measured: a quarter of what a verb costs).
const { enableCompileCache } = module as { enableCompileCache?: (folder: string) => unknown }
enableCompileCache?.(path.join(import.meta.dirname, '.compiled'))

const { runOperator } = await import('./server/operator/run-operator.ts')
process.exitCode = await runOperator(process.argv.slice(2))
