import { listOversight } from '../../../tools/oversight/list-oversight.ts'
import { route, routeGroup } from '../route.ts'

export const oversight = routeGroup('4.11.2', 'Access by owners', [
  route('GET', '/oversight', listOversight, { action: 'oversight.list' }),
])
