import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import test from 'ava'
import { rootOfEntries } from '../../../../conformance/clients/log-reader.ts'
import { until } from '../../../../conformance/until.ts'
import { startServer } from '../../../../server/server.ts'
import { useDatabase } from '../../../../testing/fixtures/test-database.ts'
import { TEST_SERVER } from '../../../../testing/processes/server-options.ts'
import { enroll } from '../client.ts'
import { Key } from '../key.ts'
import type { Proof } from './check-proof.ts'
import { rootsOf, rootWithLeaf, type Tree } from './transparency-log.ts'
import { logAt, verify } from './verify.ts'

const database = useDatabase(test)

const entriesOf = (count: number) => Array.from({ length: count }, (_, at) => Buffer.from(`entry ${at}`))
const leaf = (entry: Uint8Array) => rootOfEntries([entry])

/** The tiles of a tree, as a server makes them. */
function treeOf(entries: readonly Buffer[]): Tree {
  const read = async (path: string) => {
    const [, level, n, width = '256'] = /^\/tile\/(\d)\/(\d{3})(?:\.p\/(\d+))?$/.exec(path) ?? []
    const span = 256 ** Number(level)
    const hashes = Array.from({ length: Number(width) }, (_, at) => (Number(n) * 256 + at) * span)
    return Buffer.concat(hashes.map(start => rootOfEntries(entries.slice(start, start + span))))
  }
  return { size: entries.length, read }
}

const hexOf = (...hashes: Uint8Array[]) => hashes.map(hash => Buffer.from(hash).toString('hex'))

for (const size of [1, 2, 3, 255, 256, 257, 700]) {
  test(`inclusion and consistency are computed from the tiles of ${size} entries`, async t => {
    const entries = entriesOf(size)
    const root = rootOfEntries(entries)
    const places = [...new Set([0, 1, 127, 255, 256, 511, 600, size - 1])].filter(at => at < size)
    for (const at of places) {
      t.deepEqual(hexOf(await rootWithLeaf(treeOf(entries), at, Uint8Array.from(leaf(entries[at]!)))), hexOf(root))
      const roots = await rootsOf(treeOf(entries), at + 1)
      t.deepEqual(hexOf(...roots), hexOf(rootOfEntries(entries.slice(0, at + 1)), root))
    }
    const rewritten = entries.with(0, Buffer.from('rewritten'))
    const [, now] = await rootsOf(treeOf(rewritten), size)
    t.notDeepEqual(hexOf(now), hexOf(root))
  })
}

/** A log whose tiles of level 0 are those of one tree, and whose other tiles and checkpoint are of another. */
test('a log that shows old tiles beside a new checkpoint does not continue the old one', async t => {
  const [old, now] = [entriesOf(200), entriesOf(700).with(0, Buffer.from('rewritten'))]
  const mixed: Tree = {
    size: 700,
    read: path => treeOf(path.startsWith('/tile/0/000') ? old : now).read(path),
  }
  const [before, after] = await rootsOf(mixed, 200)
  const areBoth = Buffer.from(before).equals(rootOfEntries(old)) && Buffer.from(after).equals(rootOfEntries(now))
  t.false(areBoth)
})

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()

/** A log with these records, and the proof of the last. */
function makeLog(
  records: object[],
  signed: { key_id: string; public_key: string; message: string; signature: string },
) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const leaves = records.map((record, leaf_index) => ({
    ...{ record: JSON.stringify(record), salt: '00'.repeat(16), leaf_index },
  }))
  const entries = leaves.map(({ record }) => sha256(Buffer.concat([Buffer.alloc(16), Buffer.from(record)])))
  const raw = Buffer.concat([Buffer.of(1), Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url')])
  const id = sha256(Buffer.concat([Buffer.from('log.example\n'), raw])).subarray(0, 4)
  const text = `log.example\n${entries.length}\n${rootOfEntries(entries).toString('base64')}\n`
  const signature = Buffer.concat([id, sign(null, Buffer.from(text), privateKey)]).toString('base64')
  const tree = treeOf(entries)
  const files: Record<string, string> = {
    '/key': `log.example+${id.toString('hex')}+${raw.toString('base64')}\n`,
    '/checkpoint': `${text}\n— log.example ${signature}\n`,
  }
  const readLog = async (path: string) => (files[path] === undefined ? await tree.read(path) : Buffer.from(files[path]))
  const proof: Proof = {
    ...{ type: 'envelope', agent_id: 'agent', handle: 'ada', ...signed },
    ...{ log: { origin: 'log.example', ...leaves.at(-1)! }, keys: leaves.slice(0, -1) },
  }
  return { proof, readLog }
}

const pem = readFileSync('conformance/vectors/keys/2048.pem', 'utf8')

/** What is found of the key of a post after these changes of keys; `K` is the key that signed it. */
async function findKey(...changes: [change: string, kind: string, key: string][]) {
  const key = await Key.load(pem)
  const public_key = key.publicKeyPem.replaceAll(/-----[^-]+-----|\s/g, '')
  const message = '{"agent_id":"agent"}'
  const idOf = (name: string) => (name === 'K' ? key.fingerprint : name)
  const histories = changes.map(([change, kind, name]) => ({
    ...{ kind: 'key', agent_id: 'agent' },
    detail: {
      ...{ change, kind, key_id: idOf(name) },
      public_key: change === 'revoked' ? null : name === 'K' ? public_key : 'other',
    },
  }))
  const act = { kind: 'post', agent_id: 'agent', signer: key.fingerprint, digest: sha256(message).toString('hex') }
  const signature = await key.sign(message, 17)
  const signed = { key_id: key.fingerprint, public_key, message, signature }
  const { proof, readLog } = makeLog([...histories, act], signed)
  const { findings, isProven } = await verify(proof, { readLog })
  return { faults: findings.flatMap(({ fault }) => fault ?? []), isProven }
}

test('the history of keys says whether the key was the one of the agent', async t => {
  const proven = { faults: [], isProven: true }
  const ended = { faults: ['the key had been replaced or revoked'], isProven: false }
  t.deepEqual(await findKey(['enrolled', 'primary', 'K']), proven)
  t.deepEqual(await findKey(['enrolled', 'primary', 'P'], ['rotated', 'primary', 'K']), proven)
  t.deepEqual(await findKey(['enrolled', 'primary', 'K'], ['rotated', 'primary', 'P']), ended)
  t.deepEqual(await findKey(['enrolled', 'primary', 'P'], ['added', 'device', 'K']), proven)
  t.deepEqual(await findKey(['added', 'device', 'K'], ['rotated', 'primary', 'P']), proven)
  t.deepEqual(await findKey(['added', 'device', 'K'], ['revoked', 'device', 'K']), ended)
  t.deepEqual(await findKey(['enrolled', 'primary', 'P']), { faults: ['it does not'], isProven: false })
})

test.serial('a post at a server is verified by its address, and offline by what was stored', async t => {
  const server = await startServer({ ...TEST_SERVER, database: database().address })
  t.teardown(() => server.close())
  const newcomer = { handle: 'ann', name: 'Ann' }
  const ann = await enroll({ baseUrl: server.url, key: await Key.generate(), newcomer })
  const { id } = await ann.postMessage({ content: 'Proven' })
  const address = `${server.url}/api/v1/aui/posts/${id}`
  const first = await until(
    () => verify(address),
    ({ proof }) => proof.log !== null,
  )
  t.true(first.isProven, JSON.stringify(first.findings))
  await ann.postMessage({ content: 'Later' })
  const files = new Map<string, Uint8Array>()
  const readLog = async (path: string) => {
    const file = await logAt(`${server.url}/log`)(path)
    files.set(path, file)
    return file
  }
  const again = await verify(address, { readLog, checkpoint: first.checkpoint })
  t.true(again.isProven)
  t.true(again.findings.some(({ what }) => what === 'the log continues the stored checkpoint'))
  const offline = await verify(again.proof, { readLog: async path => files.get(path)!, checkpoint: first.checkpoint })
  t.deepEqual(offline.findings, again.findings)
  const forged = { ...again.proof, message: again.proof.message!.replace('Proven', 'Forged') }
  t.false((await verify(forged, { readLog })).isProven)
  const other = await verify(address.replace(/.$/, last => (last === '0' ? '1' : '0'))).catch(error => error)
  t.regex(String(other), /returns 404/)
  await t.throwsAsync(verify(`${server.url}/elsewhere`), { instanceOf: TypeError })
})
