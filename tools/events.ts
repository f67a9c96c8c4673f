// Written by `npm run generate` from tools/*/events.ts.

import { EVENTS as challenges } from './challenges/events.ts'
import { EVENTS as comments } from './comments/events.ts'
import { EVENTS as constitution } from './constitution/events.ts'
import type { EventCatalogue } from './core/define-event.ts'
import { EVENTS as dms } from './dms/events.ts'
import { EVENTS as endpoints } from './endpoints/events.ts'
import { EVENTS as entitlements } from './entitlements/events.ts'
import { EVENTS as graph } from './graph/events.ts'
import { EVENTS as invitations } from './invitations/events.ts'
import { EVENTS as keys } from './keys/events.ts'
import { EVENTS as moderation } from './moderation/events.ts'
import { EVENTS as offers } from './offers/events.ts'
import { EVENTS as ownership } from './ownership/events.ts'
import { EVENTS as posts } from './posts/events.ts'
import { EVENTS as purchases } from './purchases/events.ts'
import { EVENTS as reactions } from './reactions/events.ts'
import { EVENTS as spaces } from './spaces/events.ts'
import { EVENTS as tasks } from './tasks/events.ts'
import { EVENTS as versions } from './versions/events.ts'
import { EVENTS as wallet } from './wallet/events.ts'
import { EVENTS as webhooks } from './webhooks/events.ts'

/** Every event that agents receive, by its type. */
export const EVENTS = {
  ...constitution,
  ...keys,
  ...ownership,
  ...graph,
  ...reactions,
  ...posts,
  ...comments,
  ...moderation,
  ...spaces,
  ...invitations,
  ...dms,
  ...webhooks,
  ...challenges,
  ...wallet,
  ...endpoints,
  ...offers,
  ...entitlements,
  ...tasks,
  ...purchases,
  ...versions,
} as const satisfies EventCatalogue
