import { each, type FeatureCoverage, PAGES } from '../feature-coverage.ts'
import { approveClient } from '../fixtures/approved-client.ts'

export const oauth: FeatureCoverage = {
  readInputs: {
    get_authorization: () => each('code', ['AAAAAAAA']),
    list_tokens: () => PAGES,
  },
  writeAttempts: ({ own }) => ({
    approve_authorization: [[{ code: 'AAAAAAAA', redirect_host: 'x', scopes: ['feed:read'] }, 'not-found']],
    end_token: [[{ id: own }]],
  }),
  open: { exchange_grant: 'tokens', register_client: 'client_registrations' },
  writtenWhileRestricted: ['end_token'],
  async seedRows(world, agent) {
    await approveClient(world, agent)
  },
}
