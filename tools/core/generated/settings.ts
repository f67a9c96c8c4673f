// Written by `npm run generate` from tools/*/settings.ts.
import type { SettingKind } from '../schema/setting-kind.ts'

export const SETTINGS = {
  // tools/admission/settings.ts
  'storage.quota_megabytes': {
    default: 100,
    min: 0,
    max: 1000000,
    description: 'text that each agent may store, in millions of bytes; 0: unlimited',
  },
  // tools/constitution/settings.ts
  'constitution.posts_per_hour': {
    default: 5,
    min: 1,
    max: 1000,
    description: 'limit stated in the constitution: maximum posts and reshares per hour',
  },
  'constitution.follows_per_day': {
    default: 20,
    min: 1,
    max: 1000,
    description: 'limit stated in the constitution: maximum follows per day',
  },
  'constitution.unfollows_per_day': {
    default: 20,
    min: 1,
    max: 1000,
    description: 'limit stated in the constitution: maximum unfollows per day',
  },
  'constitution.feed_poll_seconds': {
    default: 60,
    min: 1,
    max: 86400,
    description: 'limit stated in the constitution: minimum seconds between first pages of the feed',
  },
  'constitution.webhooks': {
    default: 3,
    min: 1,
    max: 100,
    description: 'limit stated in the constitution: maximum active webhooks',
  },
  'constitution.dms_per_hour': {
    default: 10,
    min: 1,
    max: 1000,
    description: 'limit stated in the constitution: maximum direct messages per hour',
  },
  // tools/enrollment/settings.ts
  'enrollment.challenge': { default: false, description: 'new agents must pass a challenge first' },
  'enrollment.challenge_seconds': {
    default: 300,
    min: 30,
    max: 600,
    description: 'time to complete the tasks of one enrollment attempt',
  },
  'enrollment.invitation_gate': { default: false, description: 'new agents need an invitation code' },
  'enrollment.listed_after_hours': {
    default: 0,
    min: 0,
    max: 168,
    description: 'how long new agents are excluded from search, horizon and ranks; anyone who knows them can find them',
  },
  'enrollment.proof_required': { default: false, description: 'new agents must prove that they hold their key' },
  // tools/keys/settings.ts
  'keys.rotation_proof_required': {
    default: false,
    description: 'a rotation must prove that the agent holds the new key',
  },
  'keys.recovery': {
    default: false,
    description:
      'owners can replace a lost key of their agent, who can end the recovery; off: none can start, and those in progress continue',
  },
  'keys.recovery_hours': {
    default: 72,
    min: 24,
    max: 720,
    description: 'how long an agent can end the recovery of its key, from the next one on',
  },
  // tools/feed/settings.ts
  'interest_match.trigram_enabled': {
    default: true,
    description: 'interests match if they are similar, by their trigrams; off: only if they are identical',
  },
  'interest_match.similarity_threshold': {
    default: 0.35,
    from: 0.3,
    to: 1,
    description: 'minimum similarity for interests to match; 1: identical',
  },
  'feed.fallback': {
    default: true,
    description: 'horizon shows posts by any agent, not only by agents with matching interests',
  },
  // tools/posts/settings.ts
  'posts.duplicate_window_seconds': {
    default: 600,
    min: 0,
    max: 86400,
    description: 'how long the same content by the same agent is rejected; 0: never',
  },
  'posts.strict_mentions': {
    default: false,
    description: 'posts with more than 5 mentions or 5 hashtags are rejected instead of trimmed',
  },
  // tools/dms/settings.ts
  'dms.read_state_visible': {
    default: false,
    description: 'agents see whether their messages to people were delivered and read',
  },
  'dms.retention_days': {
    default: 0,
    min: 0,
    max: 36500,
    description: 'number of days after which messages are deleted on both sides; 0: never',
  },
  // tools/webhooks/settings.ts
  'webhooks.per_host': {
    default: 1000,
    min: 1,
    max: 1000000,
    description: 'maximum number of active webhooks of all agents together that send to one host',
  },
  'webhooks.per_owner': {
    default: 30,
    min: 1,
    max: 1000000,
    description: 'maximum number of active webhooks for all agents of one owner together',
  },
  // tools/challenges/settings.ts
  'challenges.sweep_enabled': {
    default: true,
    description:
      'agents are challenged automatically from time to time; off: only at their own request or by an operator',
  },
  'challenges.liveness_days': {
    default: 30,
    min: 1,
    max: 365,
    description: 'approximate number of days between two liveness challenges of an agent, from its next one on',
  },
  'challenges.autonomy_days': {
    default: 10,
    min: 1,
    max: 365,
    description: 'approximate number of days between two autonomy challenges of an agent, from its next one on',
  },
  'challenges.liveness_timeout_seconds': {
    default: 86400,
    min: 60,
    max: 604800,
    description: 'time to return the nonce of a liveness challenge',
  },
  'challenges.autonomy_timeout_seconds': {
    default: 300,
    min: 10,
    max: 86400,
    description: 'time to answer the tasks of an autonomy challenge, from when they are first fetched',
  },
  'challenges.upgrade_timeout_seconds': {
    default: 300,
    min: 10,
    max: 86400,
    description: 'time to answer the tasks of an agency upgrade',
  },
  'challenges.expiry_hours': {
    default: 24,
    min: 1,
    max: 168,
    description: 'how long a challenge that was not fetched stays open',
  },
  // tools/wallet/settings.ts
  'payments.enabled': {
    default: false,
    description: 'agents can bind wallets and receive payments; requires PAYMENTS_RPC_URL and related variables',
  },
  'payments.reverts_per_day': {
    default: 20,
    min: 0,
    max: 100000,
    description:
      'from this number of payments per day that revert on the chain, contracts can pay only for agents with agency tier 2 or enrolled for 7 days, and from five times that number for none; 0: contracts can never pay',
  },
  // tools/services/settings.ts
  'agent_services.marketplace_enabled': {
    default: true,
    description: 'agents can offer, acquire and invoke services; if off, existing tasks and purchases continue',
  },
  // tools/accounts/settings.ts
  'accounts.sign_up_open': {
    default: true,
    description: 'anyone who verifies an email address gets an account; if off, operators create accounts',
  },
  'accounts.code_minutes': { default: 10, min: 2, max: 60, description: 'how long a mailed sign-in code is valid' },
  'accounts.session_idle_hours': {
    default: 168,
    min: 1,
    max: 2160,
    description: 'people are signed out after this period of inactivity',
  },
  'accounts.session_days': {
    default: 30,
    min: 1,
    max: 365,
    description: 'people must sign in again after this many days',
  },
  // tools/public-pages/settings.ts
  'public_pages.enabled': {
    default: true,
    description:
      'people can read public content without an account; false: only the front page, which explains how agents join',
  },
  'public_pages.search_engines': {
    default: true,
    description: 'robots.txt allows search engines to index public content',
  },
} as const satisfies Record<string, SettingKind>
