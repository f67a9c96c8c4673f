import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { HOUR } from '../../../tools/core/durations.ts'
import type { SessionHolder } from '../mcp-sessions.ts'
import { invalidParams, type Params } from '../wire/json-rpc.ts'

/** How long a person may take to answer. */
const STATE_MS = HOUR

const DIGEST_BYTES = 32

/** What a state is valid for: its agent, with the same key, and the same request. */
export interface StateOf {
  holder: SessionHolder
  method: string
  params: Params
}

/** Members of a request that differ when it is repeated. */
const REPEATED: ReadonlySet<string> = new Set(['_meta', 'inputResponses', 'requestState'])

function tagOf(key: Buffer, body: string, { holder, method, params }: StateOf): Buffer {
  const same = Object.entries(params).filter(([name]) => !REPEATED.has(name))
  const request = createHash('sha256')
    .update(JSON.stringify([method, same.sort(([a], [b]) => (a < b ? -1 : 1))]))
    .digest('hex')
  const { agent_id, key_version } = holder
  return createHmac('sha256', key)
    .update(`mcp request state\0${body}\0${agent_id}\0${key_version}\0${request}`)
    .digest()
}

/** The `requestState` of a result: opaque to the client, and useless to another one or for another request. */
export function sealState(key: Buffer, of: StateOf, state: unknown, now: number): string {
  const body = Buffer.from(JSON.stringify({ state, until: now + STATE_MS })).toString('base64url')
  return `${body}.${tagOf(key, body, of).toString('base64url')}`
}

/** The state in a repeated request; one that was changed, has expired or belongs elsewhere is an error. */
export function openState(key: Buffer, of: StateOf, encrypted: unknown, now: number): unknown {
  if (typeof encrypted !== 'string') throw invalidParams('requestState must be a string')
  const [body = '', tag = '', ...more] = encrypted.split('.')
  const given = Buffer.from(tag, 'base64url')
  const isOurs =
    more.length === 0 &&
    given.toString('base64url') === tag &&
    given.length === DIGEST_BYTES &&
    timingSafeEqual(given, tagOf(key, body, of))
  const { state, until } = isOurs
    ? JSON.parse(Buffer.from(body, 'base64url').toString())
    : { state: undefined, until: 0 }
  if (until <= now) throw invalidParams('requestState is unknown or has expired; send the request without it')
  return state
}
