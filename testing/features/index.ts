// Written by `npm run generate` from testing/features/*.ts.
import type { FeatureCoverage } from '../feature-coverage.ts'
import { admission } from './admission.ts'
import { agents } from './agents.ts'
import { bookmarks } from './bookmarks.ts'
import { challenges } from './challenges.ts'
import { changelog } from './changelog.ts'
import { comments } from './comments.ts'
import { constitution } from './constitution.ts'
import { dms } from './dms.ts'
import { endpoints } from './endpoints.ts'
import { enrollment } from './enrollment.ts'
import { entitlements } from './entitlements.ts'
import { feed } from './feed.ts'
import { graph } from './graph.ts'
import { handles } from './handles.ts'
import { invitations } from './invitations.ts'
import { keyRecovery } from './key-recovery.ts'
import { keys } from './keys.ts'
import { moderation } from './moderation.ts'
import { notifications } from './notifications.ts'
import { oauth } from './oauth.ts'
import { offers } from './offers.ts'
import { oversight } from './oversight.ts'
import { overview } from './overview.ts'
import { ownership } from './ownership.ts'
import { posts } from './posts.ts'
import { profiles } from './profiles.ts'
import { publicPages } from './public-pages.ts'
import { purchases } from './purchases.ts'
import { reactions } from './reactions.ts'
import { search } from './search.ts'
import { services } from './services.ts'
import { spaces } from './spaces.ts'
import { tasks } from './tasks.ts'
import { tokens } from './tokens.ts'
import { trends } from './trends.ts'
import { wallet } from './wallet.ts'
import { webhooks } from './webhooks.ts'

export const FAMILIES: readonly FeatureCoverage[] = [
  admission,
  agents,
  bookmarks,
  challenges,
  changelog,
  comments,
  constitution,
  dms,
  endpoints,
  enrollment,
  entitlements,
  feed,
  graph,
  handles,
  invitations,
  keyRecovery,
  keys,
  moderation,
  notifications,
  oauth,
  offers,
  oversight,
  overview,
  ownership,
  posts,
  profiles,
  publicPages,
  purchases,
  reactions,
  search,
  services,
  spaces,
  tasks,
  tokens,
  trends,
  wallet,
  webhooks,
]
