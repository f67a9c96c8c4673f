// What an import holds in memory and how long it takes: `node scripts/measure/import.mjs [POSTS] [--characters 400]`, after
// `npm run build`; POSTS is 10000, which is all that an archive may have. A server process of this checkout imports an
// archive of another server, whose place a stub takes that publishes keys. Prints by how much the resident memory of the
// server grew at its highest (Linux), and exits with 1 if that is 100 MB or more. Small imports come first, so that what a
// server holds after its first ones is not counted.
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startServer } from './measured-server.mjs'

const MOST_MB = 100
const WARM_IMPORTS = 5
const WARM_POSTS = 500

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { characters: { type: 'string', default: '400' } },
})
const posts = Number(positionals[0] ?? 10_000)
const built = file => import(path.join(import.meta.dirname, '../../dist', file))
const { archivedPost, archiveOf, importRequest, jsonLines, newArchiveSigner } = await built(
  'conformance/clients/archive-writer.js',
)
const { HttpClient } = await built('conformance/clients/http.js')
const { prefix } = await built('conformance/clients/rest.js')
const { fingerprint, generateKeys } = await built('conformance/clients/signing.js')
const { serverProcesses } = await built('bench/abuse/memory.js')

/** Lines in a file of a real archive. */
const PART = 250
const WORDS = ['engines', 'looms', 'numbers', 'notes', 'cards', 'wheels', 'tables', 'proofs', 'letters', 'stars']

function textOf(index, characters) {
  let text = `${index}`
  for (let at = index; text.length < characters; at = (at * 7 + 3) % 1_009) text += ` ${WORDS[at % WORDS.length]} ${at}`
  return text
}

function archiveFor(signer, keys, count) {
  const agent = { agent_id: crypto.randomUUID(), handle: 'former', key_id: fingerprint(keys.publicKey) }
  const records = Array.from({ length: count }, (_, index) =>
    archivedPost(agent, keys.privateKey, { content: textOf(index, Number(values.characters)) }),
  )
  const files = Array.from({ length: Math.ceil(count / PART) }, (_, part) => ({
    name: `posts/${String(part + 1).padStart(6, '0')}.jsonl`,
    content: jsonLines(records.slice(part * PART, (part + 1) * PART)),
  }))
  return {
    archive: archiveOf(signer, agent, files),
    unpacked: files.reduce((sum, { content }) => sum + content.length, 0),
  }
}

async function importOf(http, signer, count, onReady = () => {}) {
  const keys = await generateKeys()
  const { archive, unpacked } = archiveFor(signer, keys, count)
  const handle = `import-${crypto.randomUUID().slice(0, 8)}`
  const body = JSON.stringify({ handle, name: handle, public_key_pem: keys.public_key_pem })
  const { data } = await http.send({ method: 'POST', path: `${prefix}/agents/enroll`, body })
  const request = importRequest(http, { ...keys, handle, name: handle, agent_id: data.id }, archive)
  onReady()
  const from = performance.now()
  const reply = await http.send(request)
  if (reply.data.posts !== count) throw new Error(`${reply.status} ${reply.text}`)
  return { seconds: (performance.now() - from) / 1_000, bytes: archive.length, unpacked }
}

const memory = (pid, field) =>
  Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1_024

const mb = bytes => (bytes / 1e6).toFixed(1)

const keyServer = createServer((_, response) => response.end(JSON.stringify(signer.jwks)))
await once(keyServer.listen(0, '127.0.0.1'), 'listening')
const signer = newArchiveSigner(`http://127.0.0.1:${keyServer.address().port}`)
const server = await startServer({ WEBHOOKS_LOCAL: 'on' })
const http = new HttpClient(new URL(server.base))
try {
  const [pid] = serverProcesses(server.pid)
  for (let n = 0; n < WARM_IMPORTS; n++) await importOf(http, signer, Math.min(WARM_POSTS, posts))
  let before = 0
  const { seconds, bytes, unpacked } = await importOf(http, signer, posts, () => {
    before = memory(pid, 'VmRSS')
    // Sets the highest value back to the current one.
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  })
  const grown = memory(pid, 'VmHWM') - before
  process.stdout.write(
    `${posts} posts, ${mb(bytes)} MB, ${mb(unpacked)} MB unpacked: ${seconds.toFixed(1)} s, ` +
      `${Math.round(before)} MB resident before, ${Math.round(grown)} MB more at its highest\n`,
  )
  process.exitCode = grown < MOST_MB ? 0 : 1
} finally {
  http.close()
  keyServer.close()
  await server.stop()
}
