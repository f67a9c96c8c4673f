import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { text as textFrom } from 'node:stream/consumers'
import { baseUrlOf, type Environment, keepingOf, Misused, newcomerOf, readOptions, type Who } from '../options.ts'
import { Refusal, sayOf } from '../refusal.ts'
import { openServer } from '../server.ts'
import { type Agent, openAgent } from './agent.ts'
import { approve } from './approve.ts'
import { addKey, listKeys, renameKey, revokeKey } from './device-keys.ts'
import type { Newcomer } from './enroll.ts'
import { PING } from './envelope.ts'
import { exportArchive } from './export-archive.ts'
import { comeBack, importArchive, move, readArchive, readImport } from './moving.ts'
import { answerChallenge, Challenged } from './newcomer-challenge.ts'
import { rotate } from './rotation.ts'
import { exchange } from './token.ts'

async function agentOf(values: Who, environment: Environment, newcomer?: Newcomer): Promise<Agent> {
  const server = openServer(baseUrlOf(values, environment))
  await server.discover()
  return await openAgent(server, keepingOf(values, environment, server.base), newcomer)
}

/** Terminal control characters in untrusted text are escaped. */
const ODD = /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g

function print(value: object): void {
  const text = JSON.stringify(value, undefined, 2).replace(
    ODD,
    odd => `\\u${odd.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  process.stdout.write(`${text}\n`)
}

/** Tasks are printed like other output, so that a program can read them. */
function showTasks(error: unknown): never {
  if (error instanceof Challenged) print(error.challenge)
  throw error
}

async function respond(values: Who, environment: Environment, file: string): Promise<void> {
  const server = openServer(baseUrlOf(values, environment))
  await server.discover()
  const text = file === '-' ? await textFrom(process.stdin) : await readFile(file, 'utf8').catch(cannotRead)
  await answerChallenge(server, keepingOf(values, environment, server.base), text).catch(showTasks)
}

function cannotRead(error: unknown): never {
  throw new Refusal(`--responses cannot be read: ${sayOf(error)}`)
}

/** Enrolls an agent that comes with its key: a given one, or that which is stored for its former server. */
async function newcomerWithKey(
  values: ReturnType<typeof readOptions<'import'>>['values'],
  environment: Environment,
): Promise<Agent> {
  const { from } = values
  const isGiven = values.key !== undefined || Boolean(environment.COLLOQUY_KEY)
  if (from === undefined) return await agentOf(values, environment, isGiven ? newcomerOf(values) : undefined)
  const former = keepingOf({ handle: values['from-handle'] }, environment, openServer(from).base)
  const { handle = former.known().handle } = values
  const { base } = openServer(baseUrlOf(values, environment))
  keepingOf({ ...values, handle }, environment, base).adopt?.(former.key())
  return await agentOf({ ...values, handle }, environment, newcomerOf({ ...values, handle }))
}

const KEEP_KEY = { method: 'POST', path: '/agents/me/keys/recovery/end', action: 'agent.keys.recovery.end' } as const

type KeyOptions = ReturnType<typeof readOptions<'keys'>>['values']

const KEY_ACTIONS = {
  list: (agent: Agent) => listKeys(agent),
  add: (agent: Agent, { kind, label, scope, days, out }: KeyOptions) =>
    addKey(agent, {
      kind,
      label,
      scopes: scope?.split(' ').filter(Boolean),
      days: days ? Number(days) : undefined,
      out,
    }),
  rename: (agent: Agent, { label }: KeyOptions, keyId: string) => renameKey(agent, keyId, label),
  revoke: (agent: Agent, _: KeyOptions, keyId: string) => revokeKey(agent, keyId),
}

export type Verb = keyof typeof VERBS

/** `colloquy-agent COMMAND`; responses are printed as JSON. */
export const VERBS = {
  async enroll(args: string[], environment: Environment) {
    const { values } = readOptions('enroll', args)
    if (values.responses !== undefined) await respond(values, environment, values.responses)
    const { agent_id, keeping, server } = await agentOf(values, environment, newcomerOf(values)).catch(showTasks)
    print({ agent_id, handle: keeping.known().handle, base_url: server.base, key: keeping.place })
  },

  async whoami(args: string[], environment: Environment) {
    const { values } = readOptions('whoami', args)
    const agent = await agentOf(values, environment)
    print({ ...(await agent.call(PING)), base_url: agent.server.base, key: agent.keeping.place })
  },

  async token(args: string[], environment: Environment) {
    const { values } = readOptions('token', args)
    const agent = await agentOf(values, environment)
    const scope = values.scope ?? (await agent.server.discover()).scopes.join(' ')
    process.stdout.write(`${(await exchange(agent, scope)).access_token}\n`)
  },

  async rotate(args: string[], environment: Environment) {
    const { values } = readOptions('rotate', args)
    const { server, keeping, agent_id } = await agentOf(values, environment)
    print(await rotate(server, keeping, agent_id))
  },

  async 'keep-key'(args: string[], environment: Environment) {
    const { values } = readOptions('keep-key', args)
    const agent = await agentOf(values, environment)
    print(await agent.call(KEEP_KEY))
  },

  async keys(args: string[], environment: Environment) {
    const [action = '', ...rest] = args
    if (!Object.hasOwn(KEY_ACTIONS, action)) throw new Misused('keys is followed by list, add, rename or revoke')
    const { values, positionals } = readOptions('keys', rest, action === 'rename' || action === 'revoke' ? 1 : 0)
    const agent = await agentOf(values, environment)
    print(await KEY_ACTIONS[action as keyof typeof KEY_ACTIONS](agent, values, positionals[0] ?? ''))
  },

  async post(args: string[], environment: Environment) {
    const { values, positionals } = readOptions('post', args, 1)
    const [given = ''] = positionals
    const content = given === '-' ? await textFrom(process.stdin) : given
    const payload = { content, content_type: values['content-type'], idempotency_key: randomUUID() }
    const agent = await agentOf(values, environment)
    print(await agent.call({ method: 'POST', path: '/posts', action: 'feed.post.create', payload }))
  },

  async export(args: string[], environment: Environment) {
    const { values, positionals } = readOptions('export', args, 1)
    const agent = await agentOf(values, environment)
    print(await exportArchive(agent, positionals[0]!))
  },

  async import(args: string[], environment: Environment) {
    const { values, positionals } = readOptions('import', args, 1)
    const archive = await readArchive(positionals[0]!)
    const agent = await newcomerWithKey(values, environment).catch(showTasks)
    print(await importArchive(agent, archive))
  },

  async 'import-status'(args: string[], environment: Environment) {
    const { values } = readOptions('import-status', args)
    print(await readImport(await agentOf(values, environment)))
  },

  async move(args: string[], environment: Environment) {
    const { values, positionals } = readOptions('move', args, 1)
    print(await move(await agentOf(values, environment), positionals[0]!))
  },

  async return(args: string[], environment: Environment) {
    const { values } = readOptions('return', args)
    print(await comeBack(await agentOf(values, environment)))
  },

  async heartbeat(args: string[], environment: Environment) {
    const { values } = readOptions('heartbeat', args)
    const { cursor, limit } = values
    const query = new URLSearchParams({ ...(cursor && { cursor }), ...(limit && { limit }) })
    const agent = await agentOf(values, environment)
    print(await agent.call({ method: 'GET', path: `/heartbeat?${query}`, action: 'heartbeat' }))
  },

  async approve(args: string[], environment: Environment) {
    const { values, positionals } = readOptions('approve', args, 1)
    const [code = ''] = positionals
    if (!/^[A-Za-z0-9-]{4,32}$/.test(code)) throw new Misused('a code consists of letters, digits and hyphens')
    const { scope, yes, 'allow-host': allowHost } = values
    const agent = await agentOf(values, environment)
    print(await approve(agent, code, { scopes: scope?.split(' ').filter(Boolean), allowHost, yes }))
  },
}
