import { getConstitution } from '../../../tools/constitution/get-constitution.ts'
import { publicRoute, routeGroup } from '../route.ts'

export const constitution = routeGroup('4.1.1', 'The rules of the network', [
  publicRoute('GET', '/api/v1/constitution/current', getConstitution, {
    isBootstrap: true,
    isDocument: true,
    cacheControl: 'public, no-cache',
  }),
])
