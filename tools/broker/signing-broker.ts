import { type Broker, type BrokerParts, createBroker } from '../../push/broker/a2a.ts'
import { extensionUris } from './extension-uris.ts'
import { createSigningKeyStore, type SigningKeyParts } from './key-store.ts'

interface Given extends SigningKeyParts, Omit<BrokerParts, 'key' | 'extensions'> {
  installation: { baseUrl: string }
}

/** The broker of this installation, with the signing of calls and records. */
export function createSigningBroker(parts: Given): {
  broker: Broker
  signingKey: ReturnType<typeof createSigningKeyStore>
} {
  const { egress, clock, newId, randomBytes, installation } = parts
  const signingKey = createSigningKeyStore(parts)
  const extensions = extensionUris(installation.baseUrl)
  const key = () => signingKey('broker')
  return { signingKey, broker: createBroker({ egress, clock, newId, randomBytes, key, extensions }) }
}
