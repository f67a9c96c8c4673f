import { utf8 } from '../encoding.ts'
import { checkRecord, checkSignature, type Finding, finding, type Leaf, leafOf, type Proof } from './check-proof.ts'
import { areEqual, openCheckpoint, type ReadLog, rootsOf, rootWithLeaf, sha256, type Tree } from './transparency-log.ts'

export interface VerifyOptions {
  /** Reads the log; by default over HTTPS, at the origin that the proof names, or of the server at the address. */
  readonly readLog?: ReadLog
  /** A checkpoint that was stored earlier, which the log must continue. */
  readonly checkpoint?: string | undefined
}

/** What was proven, and what was not. */
export interface Verification {
  readonly proof: Proof
  readonly findings: readonly Finding[]
  /** What remains open even if no check failed. */
  readonly unproven: readonly string[]
  /** Whether the content is signed, and no check failed. */
  readonly isProven: boolean
  /** The present checkpoint, to store for the next time; undefined if it does not continue the stored one. */
  readonly checkpoint: string | undefined
}

const ID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'
const ADDRESS = new RegExp(`^(https?://.+)/api/v1/aui/posts/(${ID})(?:/comments/(${ID}))?(?:/proof)?/?$`)
const LIMIT_BYTES = 1_000_000

async function fetchBytes(url: string): Promise<Uint8Array> {
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) }).catch((error: unknown) => {
    throw new Error(`no response from ${url}`, { cause: error })
  })
  if (!response.ok) throw new Error(`${url} returns ${response.status}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length > LIMIT_BYTES) throw new Error(`${url} returns more than ${LIMIT_BYTES} bytes`)
  return bytes
}

const textOf = (bytes: Uint8Array): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes)

/** The log at an address. */
export const logAt =
  (url: string): ReadLog =>
  path =>
    fetchBytes(`${url.replace(/\/+$/, '')}${path}`)

/** Throws unless the text has the form of a proof. */
export function readProof(text: string): Proof {
  try {
    const proof = JSON.parse(text) as Proof
    if (['envelope', 'token', 'none'].includes(proof.type) && Array.isArray(proof.keys)) return proof
  } catch {}
  throw new TypeError('this is not a proof')
}

/**
 * Verifies who signed a public post or comment, and that the transparency log of its server contains it. `source` is its
 * address in the REST interface, such as `https://HOST/api/v1/aui/posts/ID`, or its proof.
 */
export async function verify(source: string | Proof, options: VerifyOptions = {}): Promise<Verification> {
  if (typeof source !== 'string') return await verifyProof(source, undefined, options)
  const [, base = '', post, comment] = ADDRESS.exec(source) ?? []
  if (post === undefined) {
    throw new TypeError('the address must be that of a post or comment, such as https://HOST/api/v1/aui/posts/ID')
  }
  const proof = readProof(textOf(await fetchBytes(source.replace(/(?:\/proof)?\/?$/, '/proof'))))
  return await verifyProof(proof, (comment ?? post).toLowerCase(), { readLog: logAt(`${base}/log`), ...options })
}

interface CheckedLog {
  findings: Finding[]
  checkpoint?: string | undefined
  isIncluded(leaf: Leaf): boolean
}

async function verifyProof(proof: Proof, id: string | undefined, options: VerifyOptions): Promise<Verification> {
  const findings = await checkSignature(proof).catch(malformed)
  const log = proof.log ? await checkLog(proof, options).catch(unreadable) : undefined
  if (log) findings.push(...log.findings, ...(await checkRecord(proof, log.isIncluded, id).catch(malformed)))
  const hasFault = findings.some(({ fault }) => fault !== undefined)
  return {
    ...{ proof, findings, unproven: openQuestions(proof), isProven: proof.type === 'envelope' && !hasFault },
    checkpoint: log?.checkpoint,
  }
}

async function checkLog({ log, keys }: Proof, { readLog, checkpoint: stored }: VerifyOptions): Promise<CheckedLog> {
  const read = readOnce(readLog ?? logAt(`https://${log!.origin}`))
  const [note, key] = (await Promise.all([read('/checkpoint'), read('/key')])).map(textOf) as [string, string]
  const checkpoint = await openCheckpoint(note, key)
  const tree: Tree = { size: checkpoint.size, read }
  const findings = [
    finding(
      `the checkpoint of ${checkpoint.origin} is signed: ${checkpoint.size} entries`,
      checkpoint.origin !== log!.origin && 'the proof names another log',
    ),
  ]
  let isContinued = true
  if (stored !== undefined) {
    isContinued = await continues(tree, checkpoint.root, await openCheckpoint(stored, key))
    findings.push(finding('the log continues the stored checkpoint', !isContinued && 'it was rewritten'))
  }
  const included = new Set<Leaf>()
  for (const leaf of [log!, ...keys]) {
    if (leaf.leaf_index >= tree.size) continue
    if (areEqual(await rootWithLeaf(tree, leaf.leaf_index, await leafOf(leaf)), checkpoint.root)) included.add(leaf)
  }
  return { findings, checkpoint: isContinued ? note : undefined, isIncluded: leaf => included.has(leaf) }
}

async function continues(tree: Tree, root: Uint8Array, earlier: { size: number; root: Uint8Array }): Promise<boolean> {
  if (earlier.size === 0) return areEqual(earlier.root, await sha256(utf8('')))
  if (earlier.size > tree.size) return false
  const [before, now] = await rootsOf(tree, earlier.size)
  return areEqual(before, earlier.root) && areEqual(now, root)
}

/** Proofs share tiles. */
function readOnce(read: ReadLog): ReadLog {
  const files = new Map<string, Promise<Uint8Array>>()
  return path => {
    const file = files.get(path) ?? read(path)
    files.set(path, file)
    return file
  }
}

const sayOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const unreadable = (error: unknown): CheckedLog => ({
  findings: [{ what: 'the log was read', fault: sayOf(error) }],
  isIncluded: () => false,
})

const malformed = (error: unknown): Finding[] => [{ what: 'the proof is well-formed', fault: sayOf(error) }]

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
