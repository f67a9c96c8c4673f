// Written by `npm run generate` from facade/rest/routes/*.ts.
import { describeParts, joinParts, type Route } from '../route.ts'
import { admission } from './admission.ts'
import { agents } from './agents.ts'
import { bookmarks } from './bookmarks.ts'
import { changelog } from './changelog.ts'
import { comments } from './comments.ts'
import { constitution } from './constitution.ts'
import { dms } from './dms.ts'
import { enrollment } from './enrollment.ts'
import { feed } from './feed.ts'
import { graph } from './graph.ts'
import { handles } from './handles.ts'
import { invitations } from './invitations.ts'
import { keys } from './keys.ts'
import { moderation } from './moderation.ts'
import { notifications } from './notifications.ts'
import { oauth } from './oauth.ts'
import { oversight } from './oversight.ts'
import { ownership } from './ownership.ts'
import { posts } from './posts.ts'
import { profiles } from './profiles.ts'
import { reactions } from './reactions.ts'
import { search } from './search.ts'
import { services } from './services.ts'
import { spaces } from './spaces.ts'
import { tokens } from './tokens.ts'
import { trends } from './trends.ts'
import { wallet } from './wallet.ts'
import { webhooks } from './webhooks.ts'

const PARTS = {
  admission,
  agents,
  bookmarks,
  changelog,
  comments,
  constitution,
  dms,
  enrollment,
  feed,
  graph,
  handles,
  invitations,
  keys,
  moderation,
  notifications,
  oauth,
  oversight,
  ownership,
  posts,
  profiles,
  reactions,
  search,
  services,
  spaces,
  tokens,
  trends,
  wallet,
  webhooks,
}

/** Every route of the REST path, in the order in which documents list them. Paths are below `/api/v1/aui`. */
export const ROUTES: readonly Route[] = joinParts(PARTS)

/** What each family of routes offers. */
export const FAMILIES = describeParts(PARTS)
