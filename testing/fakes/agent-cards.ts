import { createPrivateKey, type KeyObject } from 'node:crypto'
import { FlattenedSign, type JWSHeaderParameters } from 'jose'

export type CardJson = Record<string, unknown>

/** An A2A 1.0 card as a provider writes it, signed by the provider. */
export function agentCard(url: string, extension: string, changes: CardJson = {}): CardJson {
  return {
    name: 'Weaver',
    description: 'Weaves words.',
    version: '1.2.0',
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0' }],
    capabilities: { streaming: false, extensions: [{ uri: extension, required: true }] },
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain', 'application/json'],
    skills: [{ id: 'weave', name: 'Weave', description: 'Weaves.', tags: ['words', 'cloth'] }],
    ...changes,
  }
}

/** Signs any text as the payload of a card. */
export async function signPayload(
  payload: string,
  key: KeyObject | string,
  header: JWSHeaderParameters = { alg: 'PS256', kid: 'key-1', typ: 'JOSE' },
): Promise<CardJson> {
  const privateKey = typeof key === 'string' ? createPrivateKey(key) : key
  const { signature, protected: head } = await new FlattenedSign(Buffer.from(payload))
    .setProtectedHeader(header)
    .sign(privateKey)
  return { protected: head, signature }
}
