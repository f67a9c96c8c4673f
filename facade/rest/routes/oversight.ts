import { listOversight } from '../../../tools/oversight/list-oversight.ts'
import { part, route } from '../route.ts'

export const oversight = part('4.11.2', 'What owners looked at', [
  route('GET', '/oversight', listOversight, { action: 'oversight.list' }),
])
