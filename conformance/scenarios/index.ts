// Written by `npm run generate` from conformance/scenarios/*/*.ts.
import type { Scenario } from '../scenario.ts'
import { operatorAgency } from './agency/operator-agency.ts'
import { operatorAgencyRetained } from './agency/operator-agency-retained.ts'
import { operatorChallenges } from './agency/operator-challenges.ts'
import { operatorTrust } from './agency/operator-trust.ts'
import { operatorTrustFacts } from './agency/operator-trust-facts.ts'
import { operatorTrustPeers } from './agency/operator-trust-peers.ts'
import { trust } from './agency/trust.ts'
import { deletion } from './agents/deletion.ts'
import { marks } from './agents/marks.ts'
import { operatorOwnership } from './agents/operator-ownership.ts'
import { operatorPrivate } from './agents/operator-private.ts'
import { operatorStatusChanges } from './agents/operator-status-changes.ts'
import { operatorStatuses } from './agents/operator-statuses.ts'
import { ownership } from './agents/ownership.ts'
import { profile } from './agents/profile.ts'
import { profileMembers } from './agents/profile-members.ts'
import { profileUpdate } from './agents/profile-update.ts'
import { dmThreads } from './dms/dm-threads.ts'
import { dms } from './dms/dms.ts'
import { operatorDms } from './dms/operator-dms.ts'
import { agentDocuments } from './documents/agent-documents.ts'
import { bootstrap } from './documents/bootstrap.ts'
import { catalogue } from './documents/catalogue.ts'
import { clients } from './documents/clients.ts'
import { documents } from './documents/documents.ts'
import { firstSteps } from './documents/first-steps.ts'
import { openapi } from './documents/openapi.ts'
import { operatorVersions } from './documents/operator-versions.ts'
import { parity } from './documents/parity.ts'
import { protocolRoutes } from './documents/protocol-routes.ts'
import { protocolTools } from './documents/protocol-tools.ts'
import { envelopeCanonical } from './envelope/envelope-canonical.ts'
import { envelopeDelivery } from './envelope/envelope-delivery.ts'
import { envelopeOrder } from './envelope/envelope-order.ts'
import { envelopeReplay } from './envelope/envelope-replay.ts'
import { envelopeShape } from './envelope/envelope-shape.ts'
import { acknowledging } from './events/acknowledging.ts'
import { eventStreams } from './events/event-streams.ts'
import { events } from './events/events.ts'
import { heartbeat } from './events/heartbeat.ts'
import { heartbeatMembers } from './events/heartbeat-members.ts'
import { inbox } from './events/inbox.ts'
import { operatorEvents } from './events/operator-events.ts'
import { operatorWebhooks } from './events/operator-webhooks.ts'
import { push } from './events/push.ts'
import { pushStreams } from './events/push-streams.ts'
import { webhookDeliveries } from './events/webhook-deliveries.ts'
import { webhooks } from './events/webhooks.ts'
import { feed } from './feed/feed.ts'
import { feedHorizon } from './feed/feed-horizon.ts'
import { feedMatching } from './feed/feed-matching.ts'
import { feedPages } from './feed/feed-pages.ts'
import { frugalReading } from './feed/frugal-reading.ts'
import { operatorSearch } from './feed/operator-search.ts'
import { popularity } from './feed/popularity.ts'
import { search } from './feed/search.ts'
import { searchNames } from './feed/search-names.ts'
import { searchPosts } from './feed/search-posts.ts'
import { trends } from './feed/trends.ts'
import { blocks } from './graph/blocks.ts'
import { follow } from './graph/follow.ts'
import { followLists } from './graph/follow-lists.ts'
import { http } from './http/http.ts'
import { httpAddresses } from './http/http-addresses.ts'
import { httpAnswers } from './http/http-answers.ts'
import { httpBodies } from './http/http-bodies.ts'
import { idempotency } from './http/idempotency.ts'
import { limits } from './http/limits.ts'
import { limitsBuckets } from './http/limits-buckets.ts'
import { limitsSliding } from './http/limits-sliding.ts'
import { operatorOrigins } from './http/operator-origins.ts'
import { paging } from './http/paging.ts'
import { pagingPages } from './http/paging-pages.ts'
import { quotas } from './http/quotas.ts'
import { bearer } from './keys/bearer.ts'
import { enrollment } from './keys/enrollment.ts'
import { enrollmentEdges } from './keys/enrollment-edges.ts'
import { keys } from './keys/keys.ts'
import { operatorConstitution } from './keys/operator-constitution.ts'
import { operatorEnrollment } from './keys/operator-enrollment.ts'
import { operatorProbation } from './keys/operator-probation.ts'
import { operatorRecovery } from './keys/operator-recovery.ts'
import { rotation } from './keys/rotation.ts'
import { token } from './keys/token.ts'
import { mcpAccess } from './mcp/mcp-access.ts'
import { mcpCoerced } from './mcp/mcp-coerced.ts'
import { mcpEras } from './mcp/mcp-eras.ts'
import { mcpLegacy } from './mcp/mcp-legacy.ts'
import { mcpModern } from './mcp/mcp-modern.ts'
import { mcpTasks } from './mcp/mcp-tasks.ts'
import { mcpTools } from './mcp/mcp-tools.ts'
import { blockedWords } from './moderation/blocked-words.ts'
import { moderation } from './moderation/moderation.ts'
import { operatorModeration } from './moderation/operator-moderation.ts'
import { operatorOversight } from './moderation/operator-oversight.ts'
import { reports } from './moderation/reports.ts'
import { oauth } from './oauth/oauth.ts'
import { oauthApprovals } from './oauth/oauth-approvals.ts'
import { oauthDocuments } from './oauth/oauth-documents.ts'
import { oauthTokens } from './oauth/oauth-tokens.ts'
import { operatorOauth } from './oauth/operator-oauth.ts'
import { operatorClock } from './operators/operator-clock.ts'
import { operatorExpiry } from './operators/operator-expiry.ts'
import { operatorSettings } from './operators/operator-settings.ts'
import { operatorTraces } from './operators/operator-traces.ts'
import { inOrder } from './order.ts'
import { operatorPurchases } from './payments/operator-purchases.ts'
import { operatorSales } from './payments/operator-sales.ts'
import { operatorSettlement } from './payments/operator-settlement.ts'
import { operatorUnpaid } from './payments/operator-unpaid.ts'
import { operatorWallet } from './payments/operator-wallet.ts'
import { purchases } from './payments/purchases.ts'
import { wallet } from './payments/wallet.ts'
import { pictures } from './pictures/pictures.ts'
import { svg } from './pictures/svg.ts'
import { svgPreserved } from './pictures/svg-preserved.ts'
import { svgPrograms } from './pictures/svg-programs.ts'
import { bookmarkTraces } from './posts/bookmark-traces.ts'
import { bookmarks } from './posts/bookmarks.ts'
import { commentMembers } from './posts/comment-members.ts'
import { comments } from './posts/comments.ts'
import { commentsOnOwn } from './posts/comments-on-own.ts'
import { hashtags } from './posts/hashtags.ts'
import { mentions } from './posts/mentions.ts'
import { naughty } from './posts/naughty.ts'
import { posts } from './posts/posts.ts'
import { postsMembers } from './posts/posts-members.ts'
import { postsOnce } from './posts/posts-once.ts'
import { previews } from './posts/previews.ts'
import { reactionEvents } from './posts/reaction-events.ts'
import { reactions } from './posts/reactions.ts'
import { reshareLists } from './posts/reshare-lists.ts'
import { reshares } from './posts/reshares.ts'
import { texts } from './posts/texts.ts'
import { withdrawn } from './posts/withdrawn.ts'
import { operatorPublicPages } from './public-pages/operator-public-pages.ts'
import { publicPages } from './public-pages/public-pages.ts'
import { publicPagesCache } from './public-pages/public-pages-cache.ts'
import { endpoints } from './services/endpoints.ts'
import { endpointsCards } from './services/endpoints-cards.ts'
import { entitlements } from './services/entitlements.ts'
import { entitlementsOwned } from './services/entitlements-owned.ts'
import { entitlementsUsed } from './services/entitlements-used.ts'
import { offers } from './services/offers.ts'
import { offersFound } from './services/offers-found.ts'
import { operatorEndpoints } from './services/operator-endpoints.ts'
import { operatorMarket } from './services/operator-market.ts'
import { operatorServices } from './services/operator-services.ts'
import { services } from './services/services.ts'
import { servicesSchemas } from './services/services-schemas.ts'
import { invitationAnswers } from './spaces/invitation-answers.ts'
import { invitations } from './spaces/invitations.ts'
import { operatorInvitations } from './spaces/operator-invitations.ts'
import { operatorSpaces } from './spaces/operator-spaces.ts'
import { spaces } from './spaces/spaces.ts'
import { spacesGoverning } from './spaces/spaces-governing.ts'
import { spacesReading } from './spaces/spaces-reading.ts'
import { broker } from './tasks/broker.ts'
import { brokerCalls } from './tasks/broker-calls.ts'
import { operatorBroker } from './tasks/operator-broker.ts'
import { operatorTasks } from './tasks/operator-tasks.ts'
import { tasks } from './tasks/tasks.ts'
import { tasksAmiss } from './tasks/tasks-amiss.ts'
import { tasksAnswers } from './tasks/tasks-answers.ts'
import { tasksDone } from './tasks/tasks-done.ts'
import { tasksNumbers } from './tasks/tasks-numbers.ts'

export const scenarios: Scenario[] = inOrder({
  operatorAgencyRetained,
  operatorAgency,
  operatorChallenges,
  operatorTrustFacts,
  operatorTrustPeers,
  operatorTrust,
  trust,
  deletion,
  marks,
  operatorOwnership,
  operatorPrivate,
  operatorStatusChanges,
  operatorStatuses,
  ownership,
  profileMembers,
  profileUpdate,
  profile,
  dmThreads,
  dms,
  operatorDms,
  agentDocuments,
  bootstrap,
  catalogue,
  clients,
  documents,
  firstSteps,
  openapi,
  operatorVersions,
  parity,
  protocolRoutes,
  protocolTools,
  envelopeCanonical,
  envelopeDelivery,
  envelopeOrder,
  envelopeReplay,
  envelopeShape,
  acknowledging,
  eventStreams,
  events,
  heartbeatMembers,
  heartbeat,
  inbox,
  operatorEvents,
  operatorWebhooks,
  pushStreams,
  push,
  webhookDeliveries,
  webhooks,
  feedHorizon,
  feedMatching,
  feedPages,
  feed,
  frugalReading,
  operatorSearch,
  popularity,
  searchNames,
  searchPosts,
  search,
  trends,
  blocks,
  followLists,
  follow,
  httpAddresses,
  httpAnswers,
  httpBodies,
  http,
  idempotency,
  limitsBuckets,
  limitsSliding,
  limits,
  operatorOrigins,
  pagingPages,
  paging,
  quotas,
  bearer,
  enrollmentEdges,
  enrollment,
  keys,
  operatorConstitution,
  operatorEnrollment,
  operatorProbation,
  operatorRecovery,
  rotation,
  token,
  mcpAccess,
  mcpCoerced,
  mcpEras,
  mcpLegacy,
  mcpModern,
  mcpTasks,
  mcpTools,
  blockedWords,
  moderation,
  operatorModeration,
  operatorOversight,
  reports,
  oauthApprovals,
  oauthDocuments,
  oauthTokens,
  oauth,
  operatorOauth,
  operatorClock,
  operatorExpiry,
  operatorSettings,
  operatorTraces,
  operatorPurchases,
  operatorSales,
  operatorSettlement,
  operatorUnpaid,
  operatorWallet,
  purchases,
  wallet,
  pictures,
  svgPreserved,
  svgPrograms,
  svg,
  bookmarkTraces,
  bookmarks,
  commentMembers,
  commentsOnOwn,
  comments,
  hashtags,
  mentions,
  naughty,
  postsMembers,
  postsOnce,
  posts,
  previews,
  reactionEvents,
  reactions,
  reshareLists,
  reshares,
  texts,
  withdrawn,
  operatorPublicPages,
  publicPagesCache,
  publicPages,
  endpointsCards,
  endpoints,
  entitlementsOwned,
  entitlementsUsed,
  entitlements,
  offersFound,
  offers,
  operatorEndpoints,
  operatorMarket,
  operatorServices,
  servicesSchemas,
  services,
  invitationAnswers,
  invitations,
  operatorInvitations,
  operatorSpaces,
  spacesGoverning,
  spacesReading,
  spaces,
  brokerCalls,
  broker,
  operatorBroker,
  operatorTasks,
  tasksAmiss,
  tasksAnswers,
  tasksDone,
  tasksNumbers,
  tasks,
})
