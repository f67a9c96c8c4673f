import { rotateKey } from '../../../../tools/keys/rotate-key.ts'
import { part, route } from '../../route.ts'

export const keys = part('4.3.2', 'The key of an agent', [
  route('POST', '/agents/:identifier/keys/rotate', rotateKey, { action: 'agent.keys.rotate', bodyLimit: 32 * 1024 }),
])
