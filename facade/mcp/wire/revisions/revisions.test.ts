import test from 'ava'
import { useMcp } from '../../../../testing/fixtures/mcp-world.ts'
import { LEGACY_VERSIONS, MODERN_VERSION } from '../protocol-versions.ts'
import { capabilitiesOf, type Revision } from './revision.ts'
import { LEGACY_REVISIONS, MODERN_REVISION } from './revisions.ts'

const world = useMcp(test)

const ALL: readonly Revision[] = [MODERN_REVISION, ...Object.values(LEGACY_REVISIONS)]

/** Methods served outside of `run-method.ts`: one opens a session, the other a stream. */
const OPENING: ReadonlySet<string> = new Set(['initialize', 'subscriptions/listen'])

test('each supported version has a registry', t => {
  t.deepEqual(
    ALL.map(({ version }) => version),
    [MODERN_VERSION, ...LEGACY_VERSIONS],
  )
  for (const version of LEGACY_VERSIONS) t.is(LEGACY_REVISIONS[version].version, version)
})

test('a revision serves the methods of its registry, and others are unknown', async t => {
  const { agent, rpc, modern, openSession } = world()
  const token = await (await agent('registrar')).token()
  const known = [...new Set(ALL.flatMap(({ methods }) => [...methods]))].filter(method => !OPENING.has(method))
  for (const revision of ALL) {
    const isLegacy = revision !== MODERN_REVISION
    const headers = isLegacy ? { 'Mcp-Session-Id': await openSession(token, { version: revision.version }) } : {}
    for (const method of known) {
      const { status, json } = isLegacy ? await rpc(token, method, {}, headers) : await modern(token, method)
      t.is(json.error?.code !== -32601, revision.methods.has(method), `${revision.version} ${method}`)
      if (json.error?.code === -32601) t.is(status, revision.errors.unknownMethodStatus, method)
    }
  }
})

test('capabilities follow from the methods', t => {
  t.deepEqual(capabilitiesOf({ ...MODERN_REVISION, methods: new Set(['tools/list']), extensions: [] }), {
    tools: {},
    logging: {},
  })
  t.deepEqual(capabilitiesOf({ ...MODERN_REVISION, methods: new Set(['resources/list']), extensions: ['x/y'] }), {
    resources: {},
    logging: {},
    extensions: { 'x/y': {} },
  })
})
