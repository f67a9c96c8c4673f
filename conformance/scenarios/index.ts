import type { Scenario } from '../scenario.ts'
import { bearer } from './bearer.ts'
import { blocks } from './blocks.ts'
import { bookmarks } from './bookmarks.ts'
import { bootstrap } from './bootstrap.ts'
import { catalogue } from './catalogue.ts'
import { comments } from './comments.ts'
import { deletion } from './deletion.ts'
import { enrollment } from './enrollment.ts'
import { envelopeCanonical } from './envelope-canonical.ts'
import { envelopeDelivery } from './envelope-delivery.ts'
import { envelopeOrder } from './envelope-order.ts'
import { envelopeReplay } from './envelope-replay.ts'
import { envelopeShape } from './envelope-shape.ts'
import { feed } from './feed.ts'
import { follow } from './follow.ts'
import { heartbeat } from './heartbeat.ts'
import { http } from './http.ts'
import { inbox } from './inbox.ts'
import { keys } from './keys.ts'
import { limits } from './limits.ts'
import { mcpAccess } from './mcp-access.ts'
import { mcpLegacy } from './mcp-legacy.ts'
import { mcpModern } from './mcp-modern.ts'
import { mcpTools } from './mcp-tools.ts'
import { mentions } from './mentions.ts'
import { moderation } from './moderation.ts'
import { naughty } from './naughty.ts'
import { newcomer } from './newcomer.ts'
import { openapi } from './openapi.ts'
import { operatorClock } from './operator-clock.ts'
import { operatorEnrollment } from './operator-enrollment.ts'
import { operatorModeration } from './operator-moderation.ts'
import { operatorOwnership } from './operator-ownership.ts'
import { operatorPrivate } from './operator-private.ts'
import { operatorStatuses } from './operator-statuses.ts'
import { ownership } from './ownership.ts'
import { paging } from './paging.ts'
import { parity } from './parity.ts'
import { pictures } from './pictures.ts'
import { popularity } from './popularity.ts'
import { posts } from './posts.ts'
import { postsOnce } from './posts-once.ts'
import { profile } from './profile.ts'
import { profileUpdate } from './profile-update.ts'
import { push } from './push.ts'
import { quotas } from './quotas.ts'
import { reactions } from './reactions.ts'
import { reshares } from './reshares.ts'
import { rotation } from './rotation.ts'
import { search } from './search.ts'
import { svg } from './svg.ts'
import { token } from './token.ts'
import { wallet } from './wallet.ts'

/** In the order they are played; what uses up an allowance that others need comes late, what moves the clock last. */
export const scenarios: Scenario[] = [
  bootstrap,
  newcomer,
  http,
  envelopeCanonical,
  envelopeShape,
  envelopeDelivery,
  envelopeReplay,
  envelopeOrder,
  token,
  bearer,
  profile,
  profileUpdate,
  pictures,
  ownership,
  posts,
  postsOnce,
  svg,
  mentions,
  inbox,
  follow,
  blocks,
  reactions,
  bookmarks,
  comments,
  feed,
  heartbeat,
  reshares,
  deletion,
  popularity,
  search,
  moderation,
  wallet,
  catalogue,
  paging,
  mcpAccess,
  mcpLegacy,
  mcpTools,
  mcpModern,
  push,
  rotation,
  parity,
  openapi,
  operatorEnrollment,
  operatorOwnership,
  operatorStatuses,
  operatorModeration,
  operatorPrivate,
  limits,
  quotas,
  enrollment,
  keys,
  naughty,
  operatorClock,
]
