import { writeFileSync } from 'node:fs'
import test from 'ava'
import { stringify } from 'yaml'
import { readProtocol } from './protocol.ts'
import { filesProving, readAllowance, readSources } from './runner/scenarios-by-clause.ts'
import { faultsOf, uncheckedClauses } from './runner/verdict.ts'
import { sourcePath } from './source.ts'

const parts = readProtocol()
const homes = filesProving(readSources(parts))

test('checks name clauses of the protocol', t => {
  t.true(parts.length > 0)
  t.deepEqual(faultsOf(homes, parts), [])
})

test('unchecked.yaml lists the clauses that no check proves; WRITE_UNCHECKED=1 rewrites it', t => {
  const unchecked = uncheckedClauses(parts, new Set(homes.keys()))
  if (process.env.WRITE_UNCHECKED === '1') {
    const head =
      '# Clauses of the protocol that no check proves yet; `conformance/suite.test.ts` compares the list exactly.'
    writeFileSync(sourcePath('unchecked.yaml'), `${head}\n${stringify(unchecked)}`)
  }
  t.deepEqual(readAllowance(), unchecked)
})
