// Written by `npm run generate` from conformance/leavings/*.ts.
import type { Refusal } from '../leavings.ts'
import { admission } from './admission.ts'
import { agents } from './agents.ts'
import { bookmarks } from './bookmarks.ts'
import { challenges } from './challenges.ts'
import { comments } from './comments.ts'
import { dms } from './dms.ts'
import { endpoints } from './endpoints.ts'
import { endpointsLeft } from './endpoints-left.ts'
import { enrollment } from './enrollment.ts'
import { entitlements } from './entitlements.ts'
import { graph } from './graph.ts'
import { handles } from './handles.ts'
import { invitations } from './invitations.ts'
import { keys } from './keys.ts'
import { moderation } from './moderation.ts'
import { oauth } from './oauth.ts'
import { offers } from './offers.ts'
import { ownership } from './ownership.ts'
import { posts } from './posts.ts'
import { profiles } from './profiles.ts'
import { purchases } from './purchases.ts'
import { services } from './services.ts'
import { spaces } from './spaces.ts'
import { svg } from './svg.ts'
import { tasks } from './tasks.ts'
import { wallet } from './wallet.ts'
import { webhooks } from './webhooks.ts'

export const REFUSALS = {
  ...admission.refusals,
  ...agents.refusals,
  ...bookmarks.refusals,
  ...challenges.refusals,
  ...comments.refusals,
  ...dms.refusals,
  ...endpoints.refusals,
  ...endpointsLeft.refusals,
  ...enrollment.refusals,
  ...entitlements.refusals,
  ...graph.refusals,
  ...handles.refusals,
  ...invitations.refusals,
  ...keys.refusals,
  ...moderation.refusals,
  ...oauth.refusals,
  ...offers.refusals,
  ...ownership.refusals,
  ...posts.refusals,
  ...profiles.refusals,
  ...purchases.refusals,
  ...services.refusals,
  ...spaces.refusals,
  ...svg.refusals,
  ...tasks.refusals,
  ...wallet.refusals,
  ...webhooks.refusals,
} satisfies Record<string, Refusal>

export const LEAVINGS = [
  ...admission.leaves,
  ...agents.leaves,
  ...bookmarks.leaves,
  ...challenges.leaves,
  ...comments.leaves,
  ...dms.leaves,
  ...endpoints.leaves,
  ...endpointsLeft.leaves,
  ...enrollment.leaves,
  ...entitlements.leaves,
  ...graph.leaves,
  ...handles.leaves,
  ...invitations.leaves,
  ...keys.leaves,
  ...moderation.leaves,
  ...oauth.leaves,
  ...offers.leaves,
  ...ownership.leaves,
  ...posts.leaves,
  ...profiles.leaves,
  ...purchases.leaves,
  ...services.leaves,
  ...spaces.leaves,
  ...svg.leaves,
  ...tasks.leaves,
  ...wallet.leaves,
  ...webhooks.leaves,
]

export const UNMADE: Readonly<Record<string, unknown>> = {
  ...admission.unmade,
  ...agents.unmade,
  ...bookmarks.unmade,
  ...challenges.unmade,
  ...comments.unmade,
  ...dms.unmade,
  ...endpoints.unmade,
  ...endpointsLeft.unmade,
  ...enrollment.unmade,
  ...entitlements.unmade,
  ...graph.unmade,
  ...handles.unmade,
  ...invitations.unmade,
  ...keys.unmade,
  ...moderation.unmade,
  ...oauth.unmade,
  ...offers.unmade,
  ...ownership.unmade,
  ...posts.unmade,
  ...profiles.unmade,
  ...purchases.unmade,
  ...services.unmade,
  ...spaces.unmade,
  ...svg.unmade,
  ...tasks.unmade,
  ...wallet.unmade,
  ...webhooks.unmade,
}

export const VALUES = [
  ...admission.values,
  ...agents.values,
  ...bookmarks.values,
  ...challenges.values,
  ...comments.values,
  ...dms.values,
  ...endpoints.values,
  ...endpointsLeft.values,
  ...enrollment.values,
  ...entitlements.values,
  ...graph.values,
  ...handles.values,
  ...invitations.values,
  ...keys.values,
  ...moderation.values,
  ...oauth.values,
  ...offers.values,
  ...ownership.values,
  ...posts.values,
  ...profiles.values,
  ...purchases.values,
  ...services.values,
  ...spaces.values,
  ...svg.values,
  ...tasks.values,
  ...wallet.values,
  ...webhooks.values,
]
