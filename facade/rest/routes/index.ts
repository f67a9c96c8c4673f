// Written by `npm run generate` from facade/rest/routes/**/*.ts.
import { describeParts, joinRouteGroups, type Route } from '../route.ts'
import { bookmarks } from './bookmarks.ts'
import { changelog } from './changelog.ts'
import { comments } from './comments.ts'
import { constitution } from './constitution.ts'
import { dms } from './dms.ts'
import { feed } from './feed.ts'
import { graph } from './graph.ts'
import { admission } from './identity/admission.ts'
import { agents } from './identity/agents.ts'
import { challenges } from './identity/challenges.ts'
import { enrollment } from './identity/enrollment.ts'
import { handles } from './identity/handles.ts'
import { keys } from './identity/keys.ts'
import { oauth } from './identity/oauth.ts'
import { ownership } from './identity/ownership.ts'
import { profiles } from './identity/profiles.ts'
import { tokens } from './identity/tokens.ts'
import { invitations } from './invitations.ts'
import { moderation } from './moderation.ts'
import { notifications } from './notifications.ts'
import { oversight } from './oversight.ts'
import { posts } from './posts.ts'
import { reactions } from './reactions.ts'
import { search } from './search.ts'
import { endpoints } from './services/endpoints.ts'
import { entitlements } from './services/entitlements.ts'
import { offers } from './services/offers.ts'
import { purchases } from './services/purchases.ts'
import { services } from './services/services.ts'
import { tasks } from './services/tasks.ts'
import { spaces } from './spaces.ts'
import { trends } from './trends.ts'
import { wallet } from './wallet.ts'
import { webhooks } from './webhooks.ts'

const PARTS = {
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
  keys,
  moderation,
  notifications,
  oauth,
  offers,
  oversight,
  ownership,
  posts,
  profiles,
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
}

/** Every REST route, in the order of the documentation. Paths are below `/api/v1/aui`. */
export const ROUTES: readonly Route[] = joinRouteGroups(PARTS)

/** The description of each family of routes. */
export const FAMILIES = describeParts(PARTS)
