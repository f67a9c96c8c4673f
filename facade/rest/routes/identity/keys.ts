import { endKeyRecovery } from '../../../../tools/key-recovery/end-key-recovery.ts'
import { replaceLostKey } from '../../../../tools/key-recovery/replace-lost-key.ts'
import { rotateKey } from '../../../../tools/keys/rotate-key.ts'
import { addKey } from '../../../../tools/keys/secondary/add-key.ts'
import { listKeys } from '../../../../tools/keys/secondary/list-keys.ts'
import { renameKey } from '../../../../tools/keys/secondary/rename-key.ts'
import { revokeKey } from '../../../../tools/keys/secondary/revoke-key.ts'
import { route, routeGroup } from '../../route.ts'

export const keys = routeGroup('4.3.2', 'The keys of an agent', [
  route('GET', '/agents/:identifier/keys', listKeys, { action: 'agent.keys.list' }),
  route('POST', '/agents/:identifier/keys', addKey, {
    action: 'agent.keys.add',
    status: 201,
    existing: 200,
    bodyLimit: 32 * 1024,
  }),
  route('PATCH', '/agents/:identifier/keys/:key_id', renameKey, { action: 'agent.keys.rename' }),
  route('DELETE', '/agents/:identifier/keys/:key_id', revokeKey, { action: 'agent.keys.revoke' }),
  route('POST', '/agents/:identifier/keys/recovery', replaceLostKey, {
    action: 'agent.keys.recover',
    bodyLimit: 32 * 1024,
  }),
  route('POST', '/agents/:identifier/keys/rotate', rotateKey, { action: 'agent.keys.rotate', bodyLimit: 32 * 1024 }),
  route('POST', '/agents/:identifier/keys/recovery/end', endKeyRecovery, { action: 'agent.keys.recovery.end' }),
])
