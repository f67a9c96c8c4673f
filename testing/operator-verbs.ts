// The verbs of conformance/OPERATOR.md for this server, given singly or as lines to `operator --batch`, and the clock
// file of `npm run serve:test`.
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { BatchCommand } from '../conformance/runner/batch-command.ts'
import { type BatchEnd, serveBatch } from '../facade/cli/batch-mode.ts'
import { readConfig } from '../server/config/config.ts'
import { runChainCommand } from './fakes/chain-commands.ts'
import { writeOffset } from './processes/clock-file.ts'

type Answer = Record<string, unknown>

const NOT_OFFERED = 3
/** A running server applies new settings within a second. */
const SETTINGS_APPLIED_MS = 1_050
/** A server of `serve.ts`, whose clock is moved, applies them sooner. */
const SETTINGS_APPLIED_SOON_MS = 150
const PATIENCE_MS = 120_000

const SETTINGS: Record<string, string> = {
  invitation_codes: 'enrollment.invitation_gate',
  enrollment_challenge: 'enrollment.challenge',
  enrollment_proof: 'enrollment.proof_required',
  listed_after: 'enrollment.listed_after_hours',
  rotation_proof: 'keys.rotation_proof_required',
  key_recovery: 'keys.recovery',
  strict_mentions: 'posts.strict_mentions',
  feed_fallback: 'feed.fallback',
  duplicate_window: 'posts.duplicate_window_seconds',
  read_state: 'dms.read_state_visible',
  storage_quota: 'storage.quota_megabytes',
  courtesy_posts: 'constitution.posts_per_hour',
  marketplace: 'agent_services.marketplace_enabled',
  payments: 'payments.enabled',
  challenge_sweep: 'challenges.sweep_enabled',
  looking: 'public_pages.enabled',
  search_engines: 'public_pages.search_engines',
  external_messages: 'external_messages.enabled',
}

class NotOffered extends Error {}
class NotFound extends Error {}

const args = process.argv.slice(2)
const clockFile = args[0] === '--clock-file' ? args.splice(0, 2)[1] : undefined

const entry = path.join(import.meta.dirname, 'operator.js')
const clock = clockFile === undefined ? [] : ['--clock-file', clockFile]
const operator = new BatchCommand([process.execPath, entry, ...clock, '--batch'], PATIENCE_MS)

async function operate(...args: string[]): Promise<Answer> {
  const { exit_code, answer, message, problem } = await operator.ask(args)
  if (problem?.status === 404) throw new NotFound(message)
  if (exit_code !== 0) throw new Error(message || `operator ended with ${exit_code}`)
  return answer as Answer
}

function fail(why: string): never {
  throw new NotOffered(why)
}

const text = (value: string): string => (/^[@-]/.test(value) ? `@${value}` : value)

/** The ids in a person's list; empty if they may not read it. */
async function readIds(member: string, ...args: string[]): Promise<Answer> {
  try {
    const rows = (await operate('oversight', ...args))[member] as { id: string }[]
    return { [member]: rows.map(({ id }) => id) }
  } catch (error) {
    if (error instanceof NotFound) return {}
    throw error
  }
}

const VERBS: Record<string, (...args: string[]) => Promise<Answer>> = {
  async person(name) {
    const address = `${randomUUID()}@test.invalid`
    const { id, email } = await operate('person', 'create', '--email', address, '--display-name', name!)
    return { user_id: id, email }
  },
  respond: (user, invitation, answer) => operate('person', answer!, user!, invitation!),
  oversee: (user, space) => readIds('posts', 'space', user!, space!),
  'oversee-conversations': user => readIds('conversations', 'conversations', user!),
  'oversee-thread': (user, agent, partner) => readIds('messages', 'thread', user!, agent!, partner!),
  own: (answer, agent) => operate('ownership', answer!, agent!, '--yes'),
  hold(user, agent, posts, above = '', category = '') {
    const purchases = [
      ...(above === '' ? [] : ['--purchases-above', above]),
      ...(category === '' ? [] : ['--purchase-category', category]),
    ]
    return operate('owner', 'hold', user!, agent!, posts!, ...purchases)
  },
  decide: (user, approval, decision) => operate('owner', 'decide', user!, approval!, decision!),
  surface: (agent, surface, level) => operate('ownership', 'surface', agent!, surface!, level!),
  status: (agent, status, reason) => operate('agent', 'status', agent!, status!, '--reason', text(reason!)),
  async recovery(how, agent, pem) {
    if (how === 'end') return operate('recovery', 'end', agent!)
    if (how === 'withdraw') return operate('owner', 'withdraw-recovery', agent!)
    return (await operate('owner', 'recover-key', agent!, '--public-key-pem', pem!, '--yes')).recovery as Answer
  },
  remove(kind, id, category, note) {
    const command = kind === 'review' ? ['review', 'remove', id!] : ['content', 'remove', `--${kind}-id`, id!]
    return operate(...command, '--category', category!, '--note', text(note!), '--yes')
  },
  dispute: (id, outcome, reason) => operate('dispute', 'decide', id!, outcome!, '--reason', text(reason!)),
  contest: (id, outcome, note) => operate('contest', 'resolve', id!, outcome!, '--note', text(note!)),
  revoke: (right, reason) => operate('entitlement', 'revoke', right!, '--reason', text(reason!), '--yes'),
  challenge: (agent, kind) => operate('challenge', 'issue', agent!, kind!),
  answers: challenge => operate('challenge', 'answers', challenge!),
  async code() {
    return { code: ((await operate('invitation', 'create')).codes as string[])[0] }
  },
  async handle(user, handle, name, pem) {
    const request = await operate(
      ...['handle', 'request', user!, handle!, '--name', name!, '--public-key-pem', pem!, '--evidence', 'a test'],
    )
    return operate('handle', 'approve', String(request.id))
  },
  async origin() {
    const [origin] = readConfig().ALLOWED_ORIGINS
    if (origin === undefined) throw new NotOffered('no origin is listed in ALLOWED_ORIGINS')
    return { origin }
  },
  like: (user, post) => operate('person', 'like', user!, post!),
  comment: (user, post, content) => operate('person', 'comment', user!, post!, '--content', text(content!)),
  dm: (user, agent, content) => operate('person', 'dm', user!, agent!, '--content', text(content!)),
  'dm-thread': (user, agent) => operate('person', 'dm-thread', user!, agent!),
  async setting(name, value) {
    const ours = SETTINGS[name!]
    if (!ours) throw new NotOffered(`there is no setting ${name}`)
    if (name === 'payments' && readConfig().PAYMENTS_RPC_URL === undefined)
      throw new NotOffered('no chain is configured')
    const done =
      value === 'default' ? await operate('setting', 'unset', ours) : await operate('setting', 'set', ours, value!)
    await delay(clockFile === undefined ? SETTINGS_APPLIED_MS : SETTINGS_APPLIED_SOON_MS)
    return done
  },
  async version(answer, ...url) {
    const done = await operate('version', answer!, ...url, '--yes')
    await delay(SETTINGS_APPLIED_MS)
    return done
  },
  'rotate-key': purpose => operate('key', 'rotate', purpose!, '--yes'),
  async chain(action, ...args) {
    const { PAYMENTS_RPC_URL: url, PAYMENTS_ASSET: token } = readConfig()
    if (url === undefined || token === undefined) throw new NotOffered('no chain is configured')
    return (await runChainCommand({ url, token }, action!, args)) ?? fail(`the chain has no action ${action}`)
  },
  async clock(seconds) {
    if (clockFile === undefined) throw new NotOffered('the clock cannot be moved without --clock-file')
    writeOffset(clockFile, Number(seconds) * 1000)
    return {}
  },
}

async function runVerb([verb = '', ...args]: string[]): Promise<BatchEnd> {
  try {
    const run = Object.hasOwn(VERBS, verb) ? VERBS[verb] : undefined
    if (!run) throw new NotOffered(`there is no verb ${verb}`)
    return { exit_code: 0, answer: await run(...args) }
  } catch (error) {
    return { exit_code: error instanceof NotOffered ? NOT_OFFERED : 1, message: (error as Error).message }
  }
}

const print = (line: string) =>
  new Promise<boolean>(resolve => process.stdout.write(`${line}\n`, error => resolve(!error)))
const complain = (line: string) => void process.stderr.write(`${line}\n`)

if (args[0] === '--batch') {
  await serveBatch({ requests: process.stdin, write: print, writeError: complain }, ({ argv }) => runVerb(argv))
} else {
  const { exit_code, answer, message } = await runVerb(args)
  if (exit_code === 0) await print(JSON.stringify(answer))
  else complain(String(message))
  process.exitCode = exit_code
}
await operator.close()
