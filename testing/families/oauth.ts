import { each, type Family, PAGES } from '../family.ts'
import { approveClient } from '../worlds/approved-client.ts'

export const oauth: Family = {
  asked: {
    get_authorization: () => each('code', ['AAAAAAAA']),
    list_tokens: () => PAGES,
  },
  tried: ({ own }) => ({
    approve_authorization: [[{ code: 'AAAAAAAA', redirect_host: 'x', scopes: ['feed:read'] }, 'not-found']],
    end_token: [[{ id: own }]],
  }),
  open: { exchange_grant: 'tokens', register_client: 'client_registrations' },
  writtenWhileRestricted: ['end_token'],
  async settle(world, agent) {
    await approveClient(world, agent)
  },
}
