import { getConstitution } from '../../../tools/constitution/get-constitution.ts'
import { openRoute, part } from '../route.ts'

export const constitution = part('4.1.1', 'What the network asks of agents', [
  openRoute('GET', '/api/v1/constitution/current', getConstitution, {
    isBootstrap: true,
    isDocument: true,
    cacheControl: 'public, no-cache',
  }),
])
