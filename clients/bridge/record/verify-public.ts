import { readFileSync } from 'node:fs'
import { readIfThere, replaceFile } from '../files.ts'
import { Misused, readOptions } from '../options.ts'
import { Refusal, sayOf } from '../refusal.ts'
import { checkProof, checkRecord, type Finding, type Leaf, leafOf, type Proof } from './check-proof.ts'
import { type Checkpoint, openCheckpoint, prefixRoot, rootWithLeaf, type Tree } from './transparency-log.ts'

const LIMIT_BYTES = 1_000_000

async function read(url: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) }).catch((error: unknown) => {
    throw new Refusal(`no response from ${url}: ${sayOf(error)}`)
  })
  if (!response.ok) throw new Refusal(`${url} returns ${response.status}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  if (bytes.length > LIMIT_BYTES) throw new Refusal(`${url} returns more than ${LIMIT_BYTES} bytes`)
  return bytes
}

const ID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
const ADDRESS = new RegExp(`/posts/${ID}(?:/comments/${ID})?(?:/proof)?$`)

/** The proof in a file, or at the address of a post or comment of the REST interface. */
async function readProof(named: string): Promise<Proof> {
  if (!/^https?:/.test(named)) return parse(readFileSync(named, 'utf8'), named)
  const url = new URL(named)
  if (!ADDRESS.test(url.pathname)) {
    throw new Misused('the address must be that of a post or comment, such as https://HOST/api/v1/aui/posts/ID')
  }
  url.pathname = url.pathname.replace(/(?:\/proof)?$/, '/proof')
  return parse(String(await read(url.href)), named)
}

function parse(text: string, place: string): Proof {
  try {
    const proof = JSON.parse(text) as Proof
    if (typeof proof.type === 'string' && Array.isArray(proof.keys)) return proof
  } catch {}
  throw new Refusal(`${place} is not a proof`)
}

/** The id of the post or comment at an address; none for a file. */
const idIn = (named: string): string | undefined =>
  /^https?:/.test(named)
    ? named
        .match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi)
        ?.at(-1)
        ?.toLowerCase()
    : undefined

interface CheckedLog {
  findings: Finding[]
  isIncluded(leaf: Leaf): boolean
}

async function checkLog({ log, keys }: Proof, prefix: string, stored: string | undefined): Promise<CheckedLog> {
  const [note, key] = (await Promise.all([read(`${prefix}/checkpoint`), read(`${prefix}/key`)])).map(String)
  const checkpoint = openCheckpoint(note!, key!)
  const tree: Tree = { size: checkpoint.size, readTile: path => read(`${prefix}${path}`) }
  const findings = [
    { what: `the checkpoint of ${checkpoint.origin} is signed: ${checkpoint.size} entries` },
    ...(stored === undefined ? [] : await checkContinued(tree, { checkpoint, note: note!, key: key! }, stored)),
  ]
  const included = new Set<string>()
  for (const leaf of [...(log ? [log] : []), ...keys]) {
    if (leaf.leaf_index >= tree.size) continue
    const root = await rootWithLeaf(tree, leaf.leaf_index, leafOf(leaf))
    if (root.equals(checkpoint.root)) included.add(leaf.record)
  }
  return { findings, isIncluded: ({ record }) => included.has(record) }
}

/** The log must continue the stored checkpoint, which the new one then replaces. */
async function checkContinued(
  tree: Tree,
  { checkpoint, note, key }: { checkpoint: Checkpoint; note: string; key: string },
  file: string,
): Promise<Finding[]> {
  const former = readIfThere(file)
  const what = 'the log continues the stored checkpoint'
  if (former !== undefined) {
    const earlier = openCheckpoint(former, key)
    const isContinued = earlier.size <= checkpoint.size && (await prefixRoot(tree, earlier.size)).equals(earlier.root)
    if (!isContinued) return [{ what, fault: `it was rewritten: keep ${file} as evidence, and ${note.split('\n')[2]}` }]
  }
  replaceFile(file, note)
  return former === undefined ? [] : [{ what }]
}

/** The log of the server at the address, or of the origin that the proof names. */
function logOf(named: string, { log }: Proof, given: string | undefined): string {
  if (given !== undefined) return given.replace(/\/+$/, '')
  if (/^https?:/.test(named)) return `${named.replace(/\/api\/v1\/aui\/.*$/, '')}/log`
  return `https://${log?.origin}`
}

/** Prints what was proven, and what was not; returns 1 if a check failed, or nothing was signed. */
export async function verifyPublic(args: string[]): Promise<number> {
  const { values, positionals } = readOptions('verify', args, 1)
  const named = positionals[0]!
  const proof = await readProof(named)
  const findings = checkProof(proof)
  if (proof.log) {
    const log = await checkLog(proof, logOf(named, proof, values.log), values.checkpoint).catch(unreadable)
    findings.push(...log.findings, ...checkRecord(proof, log.isIncluded, idIn(named)))
  }
  for (const { what, fault } of findings) {
    process.stdout.write(fault === undefined ? `proven      ${what}\n` : `NOT PROVEN  ${what}: ${fault}\n`)
  }
  for (const line of openQuestions(proof)) process.stdout.write(`not proven  ${line}\n`)
  return proof.type === 'envelope' && findings.every(({ fault }) => fault === undefined) ? 0 : 1
}

const unreadable = (error: unknown): CheckedLog => ({
  findings: [{ what: 'the log was read', fault: sayOf(error) }],
  isIncluded: () => false,
})

function openQuestions({ type, log }: Proof): string[] {
  const signed = {
    envelope: [],
    token: ['who wrote it: it was requested with a token, which signs nothing'],
    none: ['who wrote it: the server has no record of it, or not yet'],
  }[type]
  const logged = log
    ? ['that the server shows the same log to everybody']
    : ['anything by the log, which does not contain it, or not yet']
  return [...signed, ...logged, 'when it was written: the time is the word of the server']
}
