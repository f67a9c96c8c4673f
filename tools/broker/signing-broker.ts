import { type Broker, type BrokerParts, openBroker } from '../../push/broker/a2a.ts'
import { extensionUris } from './extensions.ts'
import { openSigningKeys, type SigningKeyParts } from './signing-keys.ts'

interface Given extends SigningKeyParts, Omit<BrokerParts, 'key' | 'extensions'> {
  installation: { baseUrl: string }
}

/** The broker of this installation, and what it and records are signed with. */
export function openSigningBroker(parts: Given): { broker: Broker; signingKey: ReturnType<typeof openSigningKeys> } {
  const { egress, clock, newId, randomBytes, installation } = parts
  const signingKey = openSigningKeys(parts)
  const extensions = extensionUris(installation.baseUrl)
  const key = () => signingKey('broker')
  return { signingKey, broker: openBroker({ egress, clock, newId, randomBytes, key, extensions }) }
}
