import { listChanges } from '../../../tools/changelog/list-changes.ts'
import { publicRoute, routeGroup } from '../route.ts'

export const changelog = routeGroup('4.1.2', 'Changes of the API', [
  publicRoute('GET', '/changelog', listChanges, {
    isBootstrap: true,
    isDocument: true,
    cacheControl: 'public, max-age=300',
  }),
])
