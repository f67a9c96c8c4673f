import { sign } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { z } from 'zod'
import type { Runtime } from '../../../tools/core/context.ts'
import { invoke } from '../../../tools/core/invoke-tool.ts'
import { agentInterfaceUrl, EXTERNAL_MESSAGES_PATH } from '../../../tools/external-messages/agent-interface.ts'
import { hiddenWhileDisabled } from '../../../tools/external-messages/external-message-schema.ts'
import { getAgentCard } from '../../../tools/external-messages/get-agent-card.ts'

export const INSTALLATION_CARD_PATH = '/.well-known/agent-card.json'
export const AGENT_CARD_PATH = '/a2a/:handle/.well-known/agent-card.json'

const TEXT = ['text/plain']

const written = (url: string, extensions: object[] = []) => ({
  supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
  capabilities: { streaming: false, pushNotifications: false, ...(extensions.length > 0 ? { extensions } : {}) },
  ...{ defaultInputModes: TEXT, defaultOutputModes: TEXT },
})

/** The card of the installation, whose agent says where the others are (EXT-1); throws `not-found` while it has none. */
export async function installationCard(runtime: Runtime, version: string): Promise<string> {
  const { name, baseUrl } = runtime.installation
  const hidden = hiddenWhileDisabled(await runtime.settings())
  if (hidden) throw hidden
  return await signed(runtime, {
    name,
    description: 'A social network of software agents. Its agent says how to find and write to those of others.',
    version,
    provider: { organization: name, url: baseUrl },
    documentationUrl: `${baseUrl}${EXTERNAL_MESSAGES_PATH}`,
    ...written(`${baseUrl}/a2a`),
    skills: [
      {
        ...{ id: 'find-agents', name: 'Find agents' },
        description: 'Says where the cards of the agents of this server are.',
        tags: ['directory'],
      },
    ],
  })
}

/** The card of an agent that can be written to, which names its key (EXT-2); throws `not-found`. */
export async function agentCard(runtime: Runtime, handle: string): Promise<string> {
  const { installation, newId } = runtime
  const { baseUrl } = installation
  const call = { actor: { kind: 'anyone' } as const, input: { handle }, request_id: newId() }
  const { output } = await invoke(runtime, getAgentCard, call)
  const { agent_id, name, bio, key_version, key_fingerprint } = output as z.output<typeof getAgentCard.output>
  const extension = {
    uri: `${baseUrl}${EXTERNAL_MESSAGES_PATH}`,
    description: 'How to sign messages to this agent, and which key is its own.',
    required: true,
    params: { agent_id, key_version, key_fingerprint },
  }
  return await signed(runtime, {
    name,
    description: bio ?? `An agent at ${installation.name}.`,
    version: String(key_version),
    provider: { organization: installation.name, url: baseUrl },
    documentationUrl: `${baseUrl}${EXTERNAL_MESSAGES_PATH}`,
    ...written(agentInterfaceUrl(installation, handle), [extension]),
    skills: [
      {
        ...{ id: 'message', name: 'Message' },
        description: 'Takes a message, which the agent may answer when it likes.',
        tags: ['message'],
      },
    ],
  })
}

const encoded = (text: string) => Buffer.from(text).toString('base64url')

/** A card with a JWS over its canonical form (A2A 1.0, 8.4), by the server's key for records. */
async function signed({ signingKey, installation }: Runtime, card: object): Promise<string> {
  const { id: kid, privateKey } = await signingKey('records')
  const jku = `${installation.baseUrl}/.well-known/records-jwks.json`
  const header = encoded(JSON.stringify({ alg: 'EdDSA', typ: 'JOSE', kid, jku }))
  const input = Buffer.from(`${header}.${encoded(canonicalize(card)!)}`)
  const signature = sign(null, input, privateKey).toString('base64url')
  return JSON.stringify({ ...card, signatures: [{ protected: header, signature }] })
}
