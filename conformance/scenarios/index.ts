// Written by `npm run generate` from conformance/scenarios/*.ts.
import type { Scenario } from '../scenario.ts'
import { acknowledging } from './acknowledging.ts'
import { agentDocuments } from './agent-documents.ts'
import { bearer } from './bearer.ts'
import { blockedWords } from './blocked-words.ts'
import { blocks } from './blocks.ts'
import { bookmarkTraces } from './bookmark-traces.ts'
import { bookmarks } from './bookmarks.ts'
import { bootstrap } from './bootstrap.ts'
import { broker } from './broker.ts'
import { brokerCalls } from './broker-calls.ts'
import { catalogue } from './catalogue.ts'
import { clients } from './clients.ts'
import { commentMembers } from './comment-members.ts'
import { comments } from './comments.ts'
import { deletion } from './deletion.ts'
import { dmThreads } from './dm-threads.ts'
import { dms } from './dms.ts'
import { documents } from './documents.ts'
import { endpoints } from './endpoints.ts'
import { endpointsCards } from './endpoints-cards.ts'
import { enrollment } from './enrollment.ts'
import { enrollmentEdges } from './enrollment-edges.ts'
import { entitlements } from './entitlements.ts'
import { entitlementsHeld } from './entitlements-held.ts'
import { entitlementsUsed } from './entitlements-used.ts'
import { envelopeCanonical } from './envelope-canonical.ts'
import { envelopeDelivery } from './envelope-delivery.ts'
import { envelopeOrder } from './envelope-order.ts'
import { envelopeReplay } from './envelope-replay.ts'
import { envelopeShape } from './envelope-shape.ts'
import { eventStreams } from './event-streams.ts'
import { events } from './events.ts'
import { feed } from './feed.ts'
import { feedHorizon } from './feed-horizon.ts'
import { feedMatching } from './feed-matching.ts'
import { feedPages } from './feed-pages.ts'
import { follow } from './follow.ts'
import { followLists } from './follow-lists.ts'
import { frugalReading } from './frugal-reading.ts'
import { hashtags } from './hashtags.ts'
import { heartbeat } from './heartbeat.ts'
import { heartbeatMembers } from './heartbeat-members.ts'
import { http } from './http.ts'
import { httpAddresses } from './http-addresses.ts'
import { httpAnswers } from './http-answers.ts'
import { httpBodies } from './http-bodies.ts'
import { idempotency } from './idempotency.ts'
import { inbox } from './inbox.ts'
import { invitationAnswers } from './invitation-answers.ts'
import { invitations } from './invitations.ts'
import { keys } from './keys.ts'
import { limits } from './limits.ts'
import { limitsBuckets } from './limits-buckets.ts'
import { looking } from './looking.ts'
import { marks } from './marks.ts'
import { mcpAccess } from './mcp-access.ts'
import { mcpEras } from './mcp-eras.ts'
import { mcpLegacy } from './mcp-legacy.ts'
import { mcpMended } from './mcp-mended.ts'
import { mcpModern } from './mcp-modern.ts'
import { mcpTasks } from './mcp-tasks.ts'
import { mcpTools } from './mcp-tools.ts'
import { mentions } from './mentions.ts'
import { moderation } from './moderation.ts'
import { naughty } from './naughty.ts'
import { newcomer } from './newcomer.ts'
import { oauth } from './oauth.ts'
import { oauthApprovals } from './oauth-approvals.ts'
import { oauthDocuments } from './oauth-documents.ts'
import { oauthTokens } from './oauth-tokens.ts'
import { offers } from './offers.ts'
import { offersFound } from './offers-found.ts'
import { openapi } from './openapi.ts'
import { operatorAgency } from './operator-agency.ts'
import { operatorAgencyKept } from './operator-agency-kept.ts'
import { operatorBroker } from './operator-broker.ts'
import { operatorChallenges } from './operator-challenges.ts'
import { operatorClock } from './operator-clock.ts'
import { operatorConstitution } from './operator-constitution.ts'
import { operatorDms } from './operator-dms.ts'
import { operatorEndpoints } from './operator-endpoints.ts'
import { operatorEnrollment } from './operator-enrollment.ts'
import { operatorEvents } from './operator-events.ts'
import { operatorExpiry } from './operator-expiry.ts'
import { operatorInvitations } from './operator-invitations.ts'
import { operatorMarket } from './operator-market.ts'
import { operatorModeration } from './operator-moderation.ts'
import { operatorNewcomers } from './operator-newcomers.ts'
import { operatorOauth } from './operator-oauth.ts'
import { operatorOrigins } from './operator-origins.ts'
import { operatorOversight } from './operator-oversight.ts'
import { operatorOwnership } from './operator-ownership.ts'
import { operatorPrivate } from './operator-private.ts'
import { operatorPurchases } from './operator-purchases.ts'
import { operatorSales } from './operator-sales.ts'
import { operatorSearch } from './operator-search.ts'
import { operatorServices } from './operator-services.ts'
import { operatorSettings } from './operator-settings.ts'
import { operatorSettling } from './operator-settling.ts'
import { operatorSpaces } from './operator-spaces.ts'
import { operatorStanding } from './operator-standing.ts'
import { operatorStatuses } from './operator-statuses.ts'
import { operatorTasks } from './operator-tasks.ts'
import { operatorTraces } from './operator-traces.ts'
import { operatorTrust } from './operator-trust.ts'
import { operatorTrustFacts } from './operator-trust-facts.ts'
import { operatorTrustPeers } from './operator-trust-peers.ts'
import { operatorUnpaid } from './operator-unpaid.ts'
import { operatorVersions } from './operator-versions.ts'
import { operatorWallet } from './operator-wallet.ts'
import { operatorWebhooks } from './operator-webhooks.ts'
import { inOrder } from './order.ts'
import { ownership } from './ownership.ts'
import { paging } from './paging.ts'
import { pagingPages } from './paging-pages.ts'
import { parity } from './parity.ts'
import { pictures } from './pictures.ts'
import { popularity } from './popularity.ts'
import { posts } from './posts.ts'
import { postsMembers } from './posts-members.ts'
import { postsOnce } from './posts-once.ts'
import { previews } from './previews.ts'
import { profile } from './profile.ts'
import { profileMembers } from './profile-members.ts'
import { profileUpdate } from './profile-update.ts'
import { protocolRoutes } from './protocol-routes.ts'
import { protocolTools } from './protocol-tools.ts'
import { purchases } from './purchases.ts'
import { push } from './push.ts'
import { pushStreams } from './push-streams.ts'
import { quotas } from './quotas.ts'
import { reactionEvents } from './reaction-events.ts'
import { reactions } from './reactions.ts'
import { reports } from './reports.ts'
import { reshareLists } from './reshare-lists.ts'
import { reshares } from './reshares.ts'
import { rotation } from './rotation.ts'
import { search } from './search.ts'
import { searchNames } from './search-names.ts'
import { searchPosts } from './search-posts.ts'
import { services } from './services.ts'
import { servicesSchemas } from './services-schemas.ts'
import { spaces } from './spaces.ts'
import { spacesGoverning } from './spaces-governing.ts'
import { spacesReading } from './spaces-reading.ts'
import { svg } from './svg.ts'
import { svgKept } from './svg-kept.ts'
import { svgPrograms } from './svg-programs.ts'
import { tasks } from './tasks.ts'
import { tasksAmiss } from './tasks-amiss.ts'
import { tasksDone } from './tasks-done.ts'
import { texts } from './texts.ts'
import { token } from './token.ts'
import { trends } from './trends.ts'
import { trust } from './trust.ts'
import { wallet } from './wallet.ts'
import { webhookDeliveries } from './webhook-deliveries.ts'
import { webhooks } from './webhooks.ts'
import { withdrawn } from './withdrawn.ts'

export const scenarios: Scenario[] = inOrder({
  acknowledging,
  agentDocuments,
  bearer,
  blockedWords,
  blocks,
  bookmarkTraces,
  bookmarks,
  bootstrap,
  brokerCalls,
  broker,
  catalogue,
  clients,
  commentMembers,
  comments,
  deletion,
  dmThreads,
  dms,
  documents,
  endpointsCards,
  endpoints,
  enrollmentEdges,
  enrollment,
  entitlementsHeld,
  entitlementsUsed,
  entitlements,
  envelopeCanonical,
  envelopeDelivery,
  envelopeOrder,
  envelopeReplay,
  envelopeShape,
  eventStreams,
  events,
  feedHorizon,
  feedMatching,
  feedPages,
  feed,
  followLists,
  follow,
  frugalReading,
  hashtags,
  heartbeatMembers,
  heartbeat,
  httpAddresses,
  httpAnswers,
  httpBodies,
  http,
  idempotency,
  inbox,
  invitationAnswers,
  invitations,
  keys,
  limitsBuckets,
  limits,
  looking,
  marks,
  mcpAccess,
  mcpEras,
  mcpLegacy,
  mcpMended,
  mcpModern,
  mcpTasks,
  mcpTools,
  mentions,
  moderation,
  naughty,
  newcomer,
  oauthApprovals,
  oauthDocuments,
  oauthTokens,
  oauth,
  offersFound,
  offers,
  openapi,
  operatorAgencyKept,
  operatorAgency,
  operatorBroker,
  operatorChallenges,
  operatorClock,
  operatorConstitution,
  operatorDms,
  operatorEndpoints,
  operatorEnrollment,
  operatorEvents,
  operatorExpiry,
  operatorInvitations,
  operatorMarket,
  operatorModeration,
  operatorNewcomers,
  operatorOauth,
  operatorOrigins,
  operatorOversight,
  operatorOwnership,
  operatorPrivate,
  operatorPurchases,
  operatorSales,
  operatorSearch,
  operatorServices,
  operatorSettings,
  operatorSettling,
  operatorSpaces,
  operatorStanding,
  operatorStatuses,
  operatorTasks,
  operatorTraces,
  operatorTrustFacts,
  operatorTrustPeers,
  operatorTrust,
  operatorUnpaid,
  operatorVersions,
  operatorWallet,
  operatorWebhooks,
  ownership,
  pagingPages,
  paging,
  parity,
  pictures,
  popularity,
  postsMembers,
  postsOnce,
  posts,
  previews,
  profileMembers,
  profileUpdate,
  profile,
  protocolRoutes,
  protocolTools,
  purchases,
  pushStreams,
  push,
  quotas,
  reactionEvents,
  reactions,
  reports,
  reshareLists,
  reshares,
  rotation,
  searchNames,
  searchPosts,
  search,
  servicesSchemas,
  services,
  spacesGoverning,
  spacesReading,
  spaces,
  svgKept,
  svgPrograms,
  svg,
  tasksAmiss,
  tasksDone,
  tasks,
  texts,
  token,
  trends,
  trust,
  wallet,
  webhookDeliveries,
  webhooks,
  withdrawn,
})
