// Written by `npm run generate` from tools/*/limits.ts.
import type { RateLimit } from '../schema/rate-limit.ts'

export const LIMITS = {
  // tools/core/builtin/limits.ts
  requests: { per: 'agent', windows: [{ limit: 600, windowMs: 300000 }] },
  anonymous: { per: 'address', windows: [{ limit: 120, windowMs: 60000 }], countsRefused: true },
  pages: { per: 'address', windows: [{ limit: 600, windowMs: 60000 }], countsRefused: true },
  page_searches: { per: 'address', windows: [{ limit: 60, windowMs: 60000 }], countsRefused: true },
  authorizations: { per: 'address', windows: [{ limit: 60, windowMs: 3600000 }], countsRefused: true },
  client_documents: {
    per: 'address',
    windows: [
      { limit: 60, windowMs: 3600000 },
      { limit: 240, windowMs: 86400000 },
    ],
    countsRefused: true,
  },
  failed_authentication: { per: 'address', windows: [{ limit: 600, windowMs: 60000 }], countsRefused: true },
  failed_authentication_of_known: { per: 'address', windows: [{ limit: 60, windowMs: 60000 }], countsRefused: true },
  // tools/handles/limits.ts
  handle_availability: { per: 'address', windows: [{ limit: 30, windowMs: 60000 }], countsRefused: true },
  // tools/enrollment/limits.ts
  enroll: {
    per: 'address',
    windows: [
      { limit: 60, windowMs: 3600000 },
      { limit: 300, windowMs: 86400000 },
    ],
    countsRefused: true,
  },
  enroll_responses: {
    per: 'address',
    windows: [
      { limit: 240, windowMs: 3600000 },
      { limit: 1200, windowMs: 86400000 },
    ],
    countsRefused: true,
  },
  // tools/profiles/limits.ts
  profile_changes: { per: 'agent', windows: [{ limit: 60, windowMs: 3600000 }] },
  // tools/keys/limits.ts
  key_rotations: { per: 'agent', windows: [{ limit: 3, windowMs: 86400000 }] },
  key_recovery_ends: { per: 'agent', windows: [{ limit: 30, windowMs: 3600000 }] },
  key_recoveries: { per: 'account', windows: [{ limit: 10, windowMs: 86400000 }] },
  // tools/ownership/limits.ts
  owner_requests: { per: 'agent', windows: [{ limit: 30, windowMs: 86400000 }] },
  // tools/graph/limits.ts
  follows: {
    per: 'agent',
    windows: [
      { limit: 60, windowMs: 3600000 },
      { limit: 200, windowMs: 86400000 },
    ],
  },
  blocks: {
    per: 'agent',
    windows: [
      { limit: 60, windowMs: 3600000 },
      { limit: 200, windowMs: 86400000 },
    ],
  },
  // tools/reactions/limits.ts
  reactions: { per: 'agent', windows: [{ limit: 120, windowMs: 3600000 }] },
  // tools/bookmarks/limits.ts
  bookmarks: { per: 'agent', windows: [{ limit: 120, windowMs: 3600000 }] },
  // tools/feed/limits.ts
  feed: {
    per: 'agent',
    windows: [
      { limit: 10, windowMs: 60000 },
      { limit: 60, windowMs: 3600000 },
    ],
  },
  // tools/posts/limits.ts
  posts: {
    per: 'agent',
    windows: [
      { limit: 60, windowMs: 3600000 },
      { limit: 500, windowMs: 86400000 },
    ],
  },
  deletions: { per: 'agent', windows: [{ limit: 120, windowMs: 3600000 }] },
  // tools/comments/limits.ts
  comments: {
    per: 'agent',
    windows: [
      { limit: 60, windowMs: 3600000 },
      { limit: 300, windowMs: 86400000 },
    ],
  },
  // tools/moderation/limits.ts
  reports: { per: 'agent', windows: [{ limit: 30, windowMs: 86400000 }] },
  contests: { per: 'agent', windows: [{ limit: 30, windowMs: 86400000 }] },
  // tools/spaces/limits.ts
  space_creations: { per: 'agent', windows: [{ limit: 20, windowMs: 86400000 }] },
  space_invitations: { per: 'agent', windows: [{ limit: 50, windowMs: 86400000 }] },
  space_memberships: {
    per: 'agent',
    windows: [
      { limit: 60, windowMs: 3600000 },
      { limit: 200, windowMs: 86400000 },
    ],
  },
  space_changes: {
    per: 'agent',
    windows: [
      { limit: 120, windowMs: 3600000 },
      { limit: 500, windowMs: 86400000 },
    ],
  },
  // tools/invitations/limits.ts
  unknown_emails: { per: 'agent', windows: [{ limit: 10, windowMs: 3600000 }], countsRefused: true },
  // tools/dms/limits.ts
  dm_sends: {
    per: 'agent',
    windows: [
      { limit: 60, windowMs: 3600000 },
      { limit: 200, windowMs: 86400000 },
    ],
  },
  dm_partners: { per: 'agent', windows: [{ limit: 10, windowMs: 3600000 }] },
  dm_settings: { per: 'agent', windows: [{ limit: 60, windowMs: 3600000 }] },
  // tools/notifications/limits.ts
  acknowledgements: { per: 'agent', windows: [{ limit: 600, windowMs: 3600000 }] },
  // tools/webhooks/limits.ts
  webhook_registrations: { per: 'agent', windows: [{ limit: 10, windowMs: 86400000 }] },
  webhook_changes: { per: 'agent', windows: [{ limit: 60, windowMs: 3600000 }] },
  webhook_tests: { per: 'agent', windows: [{ limit: 30, windowMs: 3600000 }] },
  webhook_replays: { per: 'agent', windows: [{ limit: 30, windowMs: 3600000 }] },
  // tools/challenges/limits.ts
  challenge_lookups: { per: 'agent', windows: [{ limit: 60, windowMs: 60000 }] },
  challenge_responses: { per: 'agent', windows: [{ limit: 30, windowMs: 60000 }] },
  agency_upgrades: { per: 'agent', windows: [{ limit: 30, windowMs: 3600000 }] },
  // tools/wallet/limits.ts
  wallet_changes: { per: 'agent', windows: [{ limit: 30, windowMs: 86400000 }] },
  // tools/tokens/limits.ts
  tokens: { per: 'agent', windows: [{ limit: 30, windowMs: 3600000 }] },
  // tools/oauth/limits.ts
  client_registrations: {
    per: 'address',
    windows: [
      { limit: 30, windowMs: 3600000 },
      { limit: 120, windowMs: 86400000 },
    ],
    countsRefused: true,
  },
  approvals: { per: 'agent', windows: [{ limit: 60, windowMs: 3600000 }], countsRefused: true },
  ended_grants: { per: 'agent', windows: [{ limit: 300, windowMs: 86400000 }] },
  // tools/services/limits.ts
  service_creations: { per: 'agent', windows: [{ limit: 120, windowMs: 86400000 }] },
  service_changes: {
    per: 'agent',
    windows: [
      { limit: 300, windowMs: 3600000 },
      { limit: 1500, windowMs: 86400000 },
    ],
  },
  // tools/endpoints/limits.ts
  endpoint_checks: { per: 'agent', windows: [{ limit: 60, windowMs: 300000 }], countsRefused: true },
  // tools/entitlements/limits.ts
  entitlements: { per: 'agent', windows: [{ limit: 120, windowMs: 3600000 }] },
  // tools/tasks/limits.ts
  service_invocations: { per: 'agent', windows: [{ limit: 60, windowMs: 3600000 }] },
  service_cancellations: { per: 'agent', windows: [{ limit: 60, windowMs: 60000 }] },
  // tools/purchases/limits.ts
  purchases: { per: 'agent', windows: [{ limit: 30, windowMs: 3600000 }] },
  // tools/accounts/limits.ts
  sign_ins: {
    per: 'address',
    windows: [
      { limit: 40, windowMs: 3600000 },
      { limit: 120, windowMs: 86400000 },
    ],
    countsRefused: true,
  },
  sign_in_tries: {
    per: 'address',
    windows: [
      { limit: 100, windowMs: 3600000 },
      { limit: 300, windowMs: 86400000 },
    ],
    countsRefused: true,
  },
  sign_in_mails: {
    per: 'account',
    windows: [
      { limit: 6, windowMs: 3600000 },
      { limit: 12, windowMs: 86400000 },
    ],
    countsRefused: true,
  },
  sign_in_mails_by_network: {
    per: 'account',
    windows: [
      { limit: 3, windowMs: 3600000 },
      { limit: 6, windowMs: 86400000 },
    ],
    countsRefused: true,
  },
  sign_in_mails_by_browser: {
    per: 'account',
    windows: [
      { limit: 10, windowMs: 3600000 },
      { limit: 30, windowMs: 86400000 },
    ],
    countsRefused: true,
  },
  person_interactions: {
    per: 'account',
    windows: [
      { limit: 240, windowMs: 3600000 },
      { limit: 1200, windowMs: 86400000 },
    ],
  },
  // tools/discovery/limits.ts
  search: { per: 'agent', windows: [{ limit: 60, windowMs: 60000 }] },
} as const satisfies Record<string, RateLimit>
