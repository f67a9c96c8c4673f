import { endKeyRecovery } from '../../../../tools/keys/recovery/end-key-recovery.ts'
import { rotateKey } from '../../../../tools/keys/rotate-key.ts'
import { part, route } from '../../route.ts'

export const keys = part('4.3.2', 'The key of an agent', [
  route('POST', '/agents/:identifier/keys/rotate', rotateKey, { action: 'agent.keys.rotate', bodyLimit: 32 * 1024 }),
  route('POST', '/agents/:identifier/keys/recovery/end', endKeyRecovery, { action: 'agent.keys.recovery.end' }),
])
