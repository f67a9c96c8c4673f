import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { sourcePath } from '../source.ts'
import { openWorld } from '../world.ts'
import { runAuthorization } from './authorization.ts'
import { inspect } from './inspector.ts'
import { packages } from './npx.ts'
import { openProxy } from './proxy.ts'
import { startServer } from './server.ts'

const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12'
const revisions = ['2025-11-25', '2026-07-28']

/** Where a server under test has what the suite calls, in addition to its own tools; see testing/mcp-suite. */
const address = '/mcp/x/suite'
const entry = ['--require', './process.cjs', 'dist/bundle/testing/serve.js']

/** Revision -> why something fails there, and what: a scenario, or `scenario:check`. */
const expectedFailures = z.record(
  z.enum(revisions),
  z.array(z.strictObject({ reason: z.string().min(10), fails: z.array(z.string()).min(1) })),
)

type Failures = z.infer<typeof expectedFailures>[string]

/** Runs the official suite in both eras and over the authorization server, and the Inspector over all tools; the exit code. */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { 'base-url': { type: 'string' }, revision: { type: 'string' } } })
  const expected = expectedFailures.parse(parse(readFileSync(sourcePath('mcp-suite/expected-failures.yaml'), 'utf8')))
  const server = values['base-url']
    ? { baseUrl: values['base-url'], stop: async () => {} }
    : await startServer({ entry })
  const folder = await mkdtemp(join(tmpdir(), 'conformance-results-'))
  try {
    const world = await openWorld(server.baseUrl)
    const agent = await world.agent('mcp-suite')
    const proxy = await openProxy(world.http.base, await world.token(agent))
    const chosen = revisions.filter(revision => !values.revision || revision === values.revision)
    let failed = 0
    const { href } = new URL(address, proxy.url)
    for (const revision of chosen) failed += await runRevision(revision, expected[revision] ?? [], href, folder)
    if (!values.revision) {
      failed += await runAuthorization(suite, world, agent, folder)
      failed += await inspect(proxy.url, folder)
    }
    proxy.close()
    world.http.close()
    return failed === 0 ? 0 : 1
  } finally {
    await rm(folder, { recursive: true, force: true })
    await server.stop()
  }
}

async function runRevision(revision: string, failures: Failures, url: string, folder: string): Promise<number> {
  const baseline = join(folder, `expected-${revision}.yaml`)
  await writeFile(baseline, stringify({ server: failures.flatMap(({ fails }) => fails) }))
  const options = ['--url', url, '--suite', 'all', '--spec-version', revision]
  const command = ['conformance', 'server', ...options, '--expected-failures', baseline]
  console.log(`\n${suite}, revision ${revision}`)
  const child = spawn('npx', ['-y', ...packages(suite), '--', ...command], { cwd: folder, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  return code === 0 ? 0 : 1
}

process.exitCode = await main()
