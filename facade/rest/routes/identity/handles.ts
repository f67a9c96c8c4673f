import { checkHandleAvailability } from '../../../../tools/handles/check-handle-availability.ts'
import { publicRoute, routeGroup } from '../../route.ts'

export const handles = routeGroup('4.1.3', 'Availability of handles', [
  publicRoute('GET', '/handles/:handle/availability', checkHandleAvailability, { isBootstrap: true }),
])
