// Checks that every rule of conformance/mutants/ matches its file exactly once and names existing clauses and tests.
import path from 'node:path'
import '../generate/typescript-loader.mjs'

const root = path.join(import.meta.dirname, '../..')
const { readProtocol } = await import('../../conformance/protocol.ts')
const { faultsOf, readMutants } = await import('../../conformance/mutants/rules.ts')

const clauses = new Set(readProtocol().flatMap(part => part.clauses.map(({ id }) => id)))
const faults = faultsOf(readMutants(path.join(root, 'conformance/mutants')), root, clauses)
for (const fault of faults) process.stderr.write(`conformance/mutants: ${fault}\n`)
process.exitCode = faults.length > 0 ? 1 : 0
