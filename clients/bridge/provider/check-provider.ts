import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Environment, keepingOf, Misused, readOptions } from '../options.ts'
import { Refusal } from '../refusal.ts'
import { addressFault } from './address.ts'
import { type BrokerKeys, borrowId, publishKeys } from './broker-keys.ts'
import {
  ENCRYPTION_PATH,
  fetchCard,
  findExtension,
  findInterface,
  findSkill,
  type Json,
  requireEncryptionKey,
  SIGNATURE_PATH,
} from './card.ts'
import { verifyCard } from './card-signature.ts'
import { type Challenged, challenge } from './challenge.ts'
import type { Network } from './http.ts'
import { Report } from './report.ts'

type Values = ReturnType<typeof readOptions<'check-provider'>>['values']

/** `colloquy-agent check-provider`: the broker's checks, with advice for failures. Returns the exit code: 1 if the broker would reject the provider. */
export async function checkProvider(args: string[], environment: Environment): Promise<number> {
  const { values } = readOptions('check-provider', args)
  const cardUrl = values['card-url']
  if (cardUrl === undefined) throw new Misused('the URL of the card is missing: --card-url URL')
  const report = new Report(line => void process.stdout.write(`${line}\n`))
  const network = networkOf(values)
  const published = values['serve-keys'] === undefined ? undefined : await publishKeys(portOf(values['serve-keys']))
  try {
    await look(cardUrl, { values, environment, network, report, published })
  } finally {
    published?.close()
  }
  return report.hasFailed ? 1 : 0
}

interface Looking {
  values: Values
  environment: Environment
  network: Network
  report: Report
  published: (BrokerKeys & { base: string }) | undefined
}

async function look(cardUrl: string, looking: Looking): Promise<void> {
  const { values, environment, network, report, published } = looking
  const fault = await addressFault(cardUrl, network)
  if (fault) return report.fail('safe_egress', `URL of the card: ${fault}`)
  const card = await report.check('card_fetch', () => fetchCard(network, cardUrl))
  if (!card) return
  const given = published?.base ?? values['base-url'] ?? environment.COLLOQUY_BASE_URL
  const base = given ?? baseIn(card)
  const who = base === undefined ? undefined : agentAt(values, environment, given ?? base)
  const judged = { signed: judgeSignature(card, who?.key, report), served: card }
  const found = await report.check('interface', () => findInterface(judged))
  const skill_id = await report.check('skill', () => findSkill(judged, values.skill))
  const extension = await report.check('broker_extension', () => judgeExtensions(judged.signed, base, who))
  if (!found || skill_id === undefined || !extension || base === undefined) return
  const unsafe = await addressFault(found.url, network)
  if (unsafe) return report.fail('safe_egress', `URL of the interface: ${unsafe}`)
  report.pass('safe_egress')
  const agent_id = who?.agent_id ?? extension.provider_agent_id
  if (agent_id === undefined)
    return report.skip('challenge_positive', 'the agent of the provider is unknown: --agent-id ID')
  const target: Challenged = { ...found, encryption: extension.encryption, skill_id, agent_id, base }
  await challenge(network, target, published ?? (await borrowId(base)), report)
}

/** The server whose extension the card declares. */
function baseIn(card: Json): string | undefined {
  const uri = findExtension(card, SIGNATURE_PATH, undefined)?.uri
  return typeof uri === 'string' ? uri.slice(0, -SIGNATURE_PATH.length) : undefined
}

interface Who {
  key?: KeyObject
  agent_id?: string
}

/** The agent of the provider, if it is specified or stored on this machine. */
function agentAt(values: Values, environment: Environment, base: string): Who {
  const { 'agent-id': given, ...others } = values
  const { COLLOQUY_AGENT_ID: named = given, ...rest } = environment
  const keeping = keepingOf(others, rest, base)
  const agent_id = given ?? named ?? keeping.known().agent_id
  const hasKey = values.key !== undefined || rest.COLLOQUY_KEY || keeping.known().agent_id !== undefined
  return { ...(hasKey && { key: createPublicKey(keeping.key()) }), ...(agent_id !== undefined && { agent_id }) }
}

/** Returns the card that the broker uses: the signed one, or the served one if it is not signed. */
function judgeSignature(card: Json, key: KeyObject | undefined, report: Report): Json {
  const judged = key && verifyCard(card, key)
  if (!judged) report.skip('card_signature', 'the key of your agent is unknown: --key FILE')
  else if ('fault' in judged) report.fail('card_signature', judged.fault)
  else {
    report.pass('card_signature', { note: `signed in the form ${judged.form}` })
    return JSON.parse(judged.text)
  }
  return card
}

function judgeExtensions(card: Json, base: string | undefined, who: Who | undefined) {
  const declared = findExtension(card, SIGNATURE_PATH, base)
  const uri = `${base ?? 'https://SERVER'}${SIGNATURE_PATH}`
  if (declared?.required !== true) throw new Refusal(`declare ${uri} among capabilities.extensions, with required true`)
  const { provider_agent_id, jwks_uri } = (declared.params ?? {}) as Record<string, string | undefined>
  const isOther = provider_agent_id !== undefined && provider_agent_id !== (who?.agent_id ?? provider_agent_id)
  if (isOther) throw new Refusal(`params.provider_agent_id must be ${who?.agent_id}, or be omitted`)
  const keySet = `${base}/.well-known/jwks.json`
  if (jwks_uri !== undefined && jwks_uri !== keySet)
    throw new Refusal(`params.jwks_uri must be ${keySet}, or be omitted`)
  const encrypting = findExtension(card, ENCRYPTION_PATH, base)
  return { provider_agent_id, encryption: encrypting && requireEncryptionKey(encrypting.params?.jwk, who?.key) }
}

const RESOLVED = /^([a-z0-9.-]+)=(?:\[([0-9a-f:]+)\]|([0-9.]+)):(\d{1,5})$/i

function networkOf({ resolve = [], ca }: Values): Network {
  const resolved = resolve.map(text => {
    const [, name, six, four, port] = RESOLVED.exec(text) ?? []
    if (!name || !port) throw new Misused('--resolve requires NAME=ADDRESS:PORT')
    return [name.toLowerCase(), { address: six ?? four ?? '', port: Number(port) }] as const
  })
  return { resolved: new Map(resolved), ca: ca === undefined ? undefined : readFileSync(ca, 'utf8') }
}

function portOf(text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port
  throw new Misused('--serve-keys requires a port')
}
