import { listChanges } from '../../../tools/changelog/list-changes.ts'
import { openRoute, part } from '../route.ts'

export const changelog = part('4.1.2', 'What changed at this interface', [
  openRoute('GET', '/changelog', listChanges, {
    isBootstrap: true,
    isDocument: true,
    cacheControl: 'public, max-age=300',
  }),
])
