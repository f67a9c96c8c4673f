import { randomBytes, randomInt } from 'node:crypto'
import { z } from 'zod'
import { findServer } from './assertions/discovery.ts'
import { type ClientOptions, type Data, HttpClient, type Reply } from './clients/http.ts'
import { openPrimeKeys } from './clients/prime-keys.ts'
import { Exchanges } from './clients/recorded-exchanges.ts'
import { call, prefix } from './clients/rest.ts'
import { generateKeys, type Identity, type KeyPair, pairOf } from './clients/signing.ts'
import { claimsFor, exchange, signAssertion } from './clients/token.ts'
import { Operator } from './operator.ts'
import { EnrollmentBudget } from './runner/enrollment-budget.ts'
import { isHalfSpent } from './runner/quota-spent.ts'
import { Traces } from './runner/run-traces.ts'
import { Receivers } from './stubs/receiver.ts'

export const allScopes =
  'feed:read post:write social:write profile:write space:read dm:read dm:write notifications:read service:read service:invoke'

const KEYS_AHEAD = 3

const grant = z.looseObject({ access_token: z.string().min(1) })
const enrolled = z.looseObject({ id: z.uuid() })

/** What a run has created on the server: agents by name, tokens by agent and scope. */
type RunState = {
  suffix: string
  agents: Map<string, Promise<Identity>>
  tokens: Map<string, Promise<string>>
  /** Made while others are used. */
  keys: Promise<KeyPair>[]
  makeKeys: () => Promise<KeyPair>
  /** Handles of agents whose long-term limits are nearly used up. */
  spent: Set<string>
  /** How many agents of that name preceded the current one. */
  former: Map<string, number>
}

type WorldParts = Pick<World, 'publicUrl' | 'isLimited' | 'operator' | 'receivers' | 'enrollmentBudget' | 'traces'>

export class World {
  readonly http: HttpClient
  /** The server's own base URL: type URIs and the audience of assertions start with it. */
  readonly publicUrl: string
  /** Whether the operator says that rate limits are enabled. */
  readonly isLimited: boolean
  /** The operator of the server, if they cooperate. */
  readonly operator: Operator | undefined
  /** Where the server can send events. */
  readonly receivers: Receivers | undefined
  readonly enrollmentBudget: EnrollmentBudget
  readonly traces: Traces
  readonly #cast: RunState

  constructor(
    http: HttpClient,
    { publicUrl, isLimited, operator, receivers, enrollmentBudget, traces }: WorldParts,
    state: RunState,
  ) {
    this.http = http
    this.publicUrl = publicUrl
    this.isLimited = isLimited
    this.operator = operator
    this.receivers = receivers
    this.enrollmentBudget = enrollmentBudget
    this.traces = traces
    this.#cast = state
  }

  get tokenAudience(): string {
    return `${this.publicUrl}${prefix}/auth/token`
  }

  /**
   * The same agents from another address, so that per-address limits do not add up over the scenarios; agents whose own
   * limits are nearly used up are replaced.
   */
  withNewAddress(signal = this.http.signal): World {
    if (this.http.localAddress) this.#relieve()
    return this.elsewhere(signal)
  }

  /** The same agents from another address, for a check without a proof: per-address counters start at zero. */
  elsewhere(signal = this.http.signal, options = this.http.options): World {
    const { base, localAddress } = this.http
    return new World(new HttpClient(base, localAddress && loopbackAddress(), options, signal), this, this.#cast)
  }

  /** The same with separate recorded exchanges, for background checks. */
  inBackground(signal: AbortSignal): World {
    return this.elsewhere(signal, { ...this.http.options, exchanges: new Exchanges() })
  }

  /** A handle that no other run uses. */
  handle(word: string): string {
    return `test-${word}-${this.#cast.suffix}`
  }

  /** Text that no other call returns. */
  text(words: string): string {
    return `${words} ${randomBytes(6).toString('hex')}`
  }

  /** The agent of that name, enrolled on first use. */
  agent(name: string, bits?: number): Promise<Identity> {
    const word = this.#wordOf(name)
    const made = () => (bits === undefined ? this.keys() : generateKeys(bits)).then(keys => this.#enrollAs(word, keys))
    const known = this.#cast.agents.get(name) ?? made()
    this.#cast.agents.set(name, known)
    // An agent that was refused may be accepted later.
    known.catch(() => this.#cast.agents.delete(name))
    return known
  }

  /** Enrolls a new agent, with further members of the enrollment. */
  async newAgent(word: string, more: Data = {}): Promise<Identity> {
    return this.#enrollAs(`${word}-${randomBytes(2).toString('hex')}`, await this.keys(), more)
  }

  /** The handles of the agents with these names. */
  async handlesOf(names: string[]): Promise<string[]> {
    return (await Promise.all(names.map(name => this.agent(name)))).map(({ handle }) => handle)
  }

  /** A key pair that nobody uses. */
  keys(): Promise<KeyPair> {
    const { keys, makeKeys } = this.#cast
    while (keys.length < KEYS_AHEAD) keys.push(makeKeys())
    return keys.shift()!
  }

  async enroll(body: Data): Promise<Reply> {
    this.enrollmentBudget.require()
    const demand = { method: 'POST', path: `${prefix}/agents/enroll`, body: JSON.stringify(body) }
    const reply = await this.http.send(demand)
    this.enrollmentBudget.note(reply)
    this.traces.noteEnrollment(reply)
    return reply
  }

  async call(identity: Identity, method: string, path: string, payload?: Data): Promise<Reply> {
    const reply = await call(this.http, identity, method, path, payload)
    this.traces.noteCall(reply, identity, `${method} ${path}`, payload)
    if (isHalfSpent(reply.headers)) this.#cast.spent.add(identity.handle)
    return reply
  }

  #relieve(): void {
    const { agents, spent, former } = this.#cast
    for (const name of agents.keys()) {
      if (!spent.has(this.handle(this.#wordOf(name)))) continue
      agents.delete(name)
      former.set(name, (former.get(name) ?? 0) + 1)
    }
  }

  /** The word that the handle of the agent with this name currently contains. */
  #wordOf(name: string): string {
    const count = this.#cast.former.get(name)
    return count === undefined ? name : `${name}x${count}`
  }

  /** An access token for the scopes, exchanged once for each set of scopes. */
  token(identity: Identity, scope = allScopes): Promise<string> {
    const key = `${identity.agent_id} ${scope}`
    const known = this.#cast.tokens.get(key) ?? this.newToken(identity, scope)
    this.#cast.tokens.set(key, known)
    return known
  }

  async newToken(identity: Identity, scope = allScopes): Promise<string> {
    const assertion = await signAssertion(claimsFor(identity, this.tokenAudience), identity.privateKey)
    return (await exchange(this.http, assertion, scope)).as(grant).access_token
  }

  async #enrollAs(name: string, keys: KeyPair, more: Data = {}): Promise<Identity> {
    const handle = this.handle(name)
    const identity = { handle, name: `Conformance ${name}`, ...keys }
    const reply = await this.enroll({ handle, name: identity.name, public_key_pem: keys.public_key_pem, ...more })
    if (reply.status !== 201) throw new Error(`${handle} was not enrolled: ${reply.describe()}`)
    const agent = { ...identity, agent_id: reply.as(enrolled).id }
    this.traces.signers.set(agent.agent_id, agent)
    return agent
  }
}

type WorldOptions = {
  isLimited?: boolean
  forbid?: ClientOptions['forbid']
  /** The command of `Operator`. */
  operator?: string
  /** The file of `Receivers`. */
  receiver?: string
}

/** Opens the server at `baseUrl`; against a loopback address, the run uses several local addresses. */
export async function openWorld(
  baseUrl: string,
  { isLimited = true, forbid, operator: command, receiver }: WorldOptions = {},
): Promise<World> {
  const base = new URL(baseUrl)
  const http = await openClient(base, { exchanges: new Exchanges(), isLimited, ...(forbid ? { forbid } : {}) })
  const { base_url, limits } = await findServer(http)
  const suffix = randomBytes(4).toString('hex')
  const makePrivateKey = openPrimeKeys()
  const makeKeys = http.localAddress ? () => makePrivateKey().then(pairOf) : () => generateKeys()
  const known = { agents: new Map(), tokens: new Map(), spent: new Set<string>(), former: new Map() }
  const state = { suffix, keys: [], makeKeys, ...known }
  const operator = command === undefined ? undefined : new Operator(command, http.options)
  const enrollmentBudget = new EnrollmentBudget(isLimited && !http.localAddress ? limits?.rates : undefined)
  const receivers = receiver === undefined ? undefined : new Receivers(receiver)
  const publicUrl = base_url.replace(/\/$/, '')
  return new World(http, { publicUrl, isLimited, operator, receivers, enrollmentBudget, traces: new Traces() }, state)
}

async function openClient(base: URL, options: ClientOptions): Promise<HttpClient> {
  const plain = new HttpClient(base, undefined, options)
  if (!['localhost', '127.0.0.1'].includes(base.hostname)) return plain
  const own = new HttpClient(base, loopbackAddress(), options)
  return own.sendOnce({ path: `${prefix}/version` }).then(
    () => own,
    () => plain,
  )
}

/** On Linux, every address of 127.0.0.0/8 is the local machine. */
export function loopbackAddress(): string {
  return `127.${randomInt(1, 255)}.${randomInt(0, 255)}.${randomInt(2, 255)}`
}
