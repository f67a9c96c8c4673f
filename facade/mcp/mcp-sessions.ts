import { createHmac, timingSafeEqual } from 'node:crypto'
import { DAY } from '../../tools/core/durations.ts'
import { digest16 } from '../../tools/core/text/digest.ts'
import { LEGACY_VERSIONS, type LegacyVersion } from './wire/protocol-versions.ts'
import { CLIENT_REQUESTS, type ClientCapability } from './wire/revisions/revision.ts'

/**
 * A session, decoded from its id. Sessions are stateless: no process stores them; only their end is recorded in the
 * database. An id is bound to an agent and a key version, and authenticated with the installation's key.
 */
export interface McpSession {
  /** The key in `mcp_session_ended`, and for admission. */
  digest: string
  version: LegacyVersion
  /** The session was opened with `MCP-Push: true` (MCP-160). */
  push: boolean
  /** What its client declared that it answers. */
  capabilities: ReadonlySet<ClientCapability>
  opened_at: Date
  expires_at: Date
  /** The number of the agent's last event when the session was opened. */
  after: number
}

/** The holder of a session: another agent, or the same one with a new key, cannot use it (MCP-36, KEY-26). */
export interface SessionHolder {
  agent_id: string
  key_version: number
}

/** Clients that never initialize again after a 404 keep a session this long. */
const SESSION_MS = 30 * DAY

const FORMAT = 2
/** The flags in one byte with the number of the version. */
const PUSH = 0x80
const CAPABILITY_FLAGS = { elicitation: 0x40, sampling: 0x20, roots: 0x10 } as const
const VERSION_BITS = 0x0f
export const CLIENT_CAPABILITIES = Object.keys(CLIENT_REQUESTS) as ClientCapability[]
const HEAD_BYTES = 20
const MAC_BYTES = 16
const ID = /^[A-Za-z0-9_-]{48}$/

export const sessionKey = (secret: Buffer): Buffer => createHmac('sha256', secret).update('mcp session').digest()

const mac = (key: Buffer, head: Buffer, { agent_id, key_version }: SessionHolder) =>
  createHmac('sha256', key).update(head).update(`${agent_id}\0${key_version}`).digest().subarray(0, MAC_BYTES)

/** Distinguishes sessions that were opened within the same second. */
export const RANDOM_BYTES = 8

interface NewSession {
  version: LegacyVersion
  push: boolean
  capabilities: readonly ClientCapability[]
  now: number
  after: number
  random: Buffer
}

/**
 * A self-contained id: format, flags and version, time, event number, eight random bytes, and their authentication tag.
 */
export function issueSession(
  key: Buffer,
  holder: SessionHolder,
  { version, push, capabilities, now, after, random }: NewSession,
): string {
  const head = Buffer.alloc(HEAD_BYTES)
  head[0] = FORMAT
  const declared = capabilities.reduce((flags, capability) => flags | CAPABILITY_FLAGS[capability], 0)
  head[1] = LEGACY_VERSIONS.indexOf(version) | (push ? PUSH : 0) | declared
  head.writeUInt32BE(Math.floor(now / 1000), 2)
  head.writeUIntBE(after, 6, 6)
  random.copy(head, 12, 0, RANDOM_BYTES)
  return Buffer.concat([head, mac(key, head, holder)]).toString('base64url')
}

/** The session of this id, if it was issued to this holder and has not expired; it may have been ended by DELETE. */
export function readSession(key: Buffer, holder: SessionHolder, id: string, now: number): McpSession | undefined {
  if (!ID.test(id)) return undefined
  const bytes = Buffer.from(id, 'base64url')
  const head = bytes.subarray(0, HEAD_BYTES)
  if (!timingSafeEqual(bytes.subarray(HEAD_BYTES), mac(key, head, holder))) return undefined
  const flags = head[1] as number
  const version = LEGACY_VERSIONS[flags & VERSION_BITS]
  const openedMs = head.readUInt32BE(2) * 1000
  if (head[0] !== FORMAT || !version || openedMs + SESSION_MS <= now) return undefined
  return {
    digest: digest16('mcp session', id),
    version,
    push: (flags & PUSH) !== 0,
    capabilities: new Set(CLIENT_CAPABILITIES.filter(capability => (flags & CAPABILITY_FLAGS[capability]) !== 0)),
    opened_at: new Date(openedMs),
    expires_at: new Date(openedMs + SESSION_MS),
    after: head.readUIntBE(6, 6),
  }
}
