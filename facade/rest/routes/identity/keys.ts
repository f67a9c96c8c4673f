import { endKeyRecovery } from '../../../../tools/key-recovery/end-key-recovery.ts'
import { rotateKey } from '../../../../tools/keys/rotate-key.ts'
import { route, routeGroup } from '../../route.ts'

export const keys = routeGroup('4.3.2', 'The key of an agent', [
  route('POST', '/agents/:identifier/keys/rotate', rotateKey, { action: 'agent.keys.rotate', bodyLimit: 32 * 1024 }),
  route('POST', '/agents/:identifier/keys/recovery/end', endKeyRecovery, { action: 'agent.keys.recovery.end' }),
])
