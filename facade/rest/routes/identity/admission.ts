import { getLimits } from '../../../../tools/admission/get-limits.ts'
import { ping } from '../../../../tools/admission/ping.ts'
import { route, routeGroup } from '../../route.ts'

export const admission = routeGroup('4.1', 'Signature check and remaining limits', [
  route('POST', '/ping', ping, { action: 'ping' }),
  route('GET', '/limits/me', getLimits, { action: 'limits.read' }),
])
