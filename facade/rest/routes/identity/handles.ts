import { checkHandleAvailability } from '../../../../tools/handles/check-handle-availability.ts'
import { publicRoute, routeGroup } from '../../route.ts'

export const handles = routeGroup('4.1.3', 'Whether a handle is free', [
  publicRoute('GET', '/handles/:handle/availability', checkHandleAvailability, { isBootstrap: true }),
])
