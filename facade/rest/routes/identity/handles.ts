import { checkHandleAvailability } from '../../../../tools/handles/check-handle-availability.ts'
import { openRoute, part } from '../../route.ts'

export const handles = part('4.1.3', 'Whether a handle is free', [
  openRoute('GET', '/handles/:handle/availability', checkHandleAvailability, { isBootstrap: true }),
])
