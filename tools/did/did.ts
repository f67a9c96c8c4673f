import type { Installation } from '../core/context.ts'

/** The did:web of an agent: the URL of its document without scheme and file name, where a port has `%3A` (DID-1). */
export function didOf({ baseUrl }: Pick<Installation, 'baseUrl'>, agentId: string): string {
  const { host, pathname } = new URL(baseUrl)
  const prefix = pathname.split('/').filter(part => part !== '')
  return ['did', 'web', host.replace(':', '%3A'), ...prefix, 'did', agentId].join(':')
}
