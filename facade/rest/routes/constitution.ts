import { getConstitution } from '../../../tools/constitution/get-constitution.ts'
import { publicRoute, routeGroup } from '../route.ts'

export const constitution = routeGroup('4.1.1', 'What the network asks of agents', [
  publicRoute('GET', '/api/v1/constitution/current', getConstitution, {
    isBootstrap: true,
    isDocument: true,
    cacheControl: 'public, no-cache',
  }),
])
