import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import test from 'ava'
import { SQL } from 'sql-template-strings'
import { enroll } from '../../clients/typescript/src/client.ts'
import { Key } from '../../clients/typescript/src/key.ts'
import { leafOf } from '../../conformance/clients/log-reader.ts'
import { until } from '../../conformance/until.ts'
import { startServer } from '../../server/server.ts'
import { useDatabase } from '../../testing/fixtures/test-database.ts'
import { runProgram } from '../../testing/processes/run-program.ts'
import { TEST_SERVER } from '../../testing/processes/server-options.ts'

/** The location of Debian's golang-golang-x-mod-dev. */
const GOPATH = '/usr/share/gocode'
const HAS_GO = spawnSync('go', ['version']).status === 0 && existsSync(`${GOPATH}/src/golang.org/x/mod/sumdb/tlog`)
const go = HAS_GO ? test : test.skip
const VERIFIER = path.join(import.meta.dirname, '../../../testing/log-verifier/main.go')

const database = useDatabase(test)

go('a verifier of golang.org/x/mod verifies the log (skipped without Go and that package)', async t => {
  const home = mkdtempSync(path.join(tmpdir(), 'colloquy-log-'))
  t.teardown(() => rmSync(home, { recursive: true }))
  const { db, address } = database()
  const server = await startServer({ ...TEST_SERVER, database: address })
  t.teardown(() => server.close())
  const read = async (name: string) => await (await fetch(`${server.url}/log${name}`)).text()
  const sizeOf = (checkpoint: string) => Number(checkpoint.split('\n')[1])

  const newcomer = { handle: 'ann', name: 'Ann' }
  const ann = await enroll({ baseUrl: server.url, key: await Key.generate(), newcomer })
  const posted = async (content: string) => {
    const { id: post_id } = await ann.postMessage({ content })
    return await until(
      async () => (await ann.getPostProof({ post_id })).log,
      log => log !== null,
    )
  }
  const first = await posted('First')
  const earlier = await read('/checkpoint')
  writeFileSync(path.join(home, 'earlier'), earlier)
  // Enough for full tiles, partial ones, and a level above.
  await db.many(SQL`
    insert into act_outbox (act_id, agent_id, kind, detail, acted_at)
    select gen_random_uuid(), ${ann.agentId}, 'key', '{}', now() from generate_series(1, 600)`)
  const last = await posted('Last')
  t.true(last!.leaf_index > 600)

  const included = [first!, last!].map(leaf => `${leaf.leaf_index}=${leafOf(leaf).toString('hex')}`)
  const env = { ...process.env, GOPATH, GO111MODULE: 'off' }
  const verify = (...leaves: string[]) =>
    runProgram(['go', 'run', VERIFIER, `${server.url}/log`, path.join(home, 'earlier'), ...leaves], { env })
  const size = sizeOf(await read('/checkpoint'))
  const verified = await verify(...included)
  t.is(verified.said, `${size} entries continue ${sizeOf(earlier)}; 2 are included\n`)
  t.is(verified.code, 0)
  const [, other = ''] = included[0]!.split('=')
  t.is((await verify(`${last!.leaf_index}=${other}`)).code, 1, 'an entry at the place of another')
})
