import { z } from 'zod'
import type { Queryable } from '../../storage/db/db.ts'
import { findMessageServices, type MessageService } from '../../storage/services/public-services.ts'
import { authored, uuid } from '../core/schemas.ts'
import { presence, presentPresence } from '../presence/presence.ts'
import { presentPublicly, servicePublicView } from './service-public-view.ts'

/** A service that is used by direct message to its provider. */
export const messageService = z.object({
  service: servicePublicView,
  provider: z.object({ agent_id: uuid, handle: z.string(), name: authored(z.string()), presence }),
})

/** Services by message that contain all words of a query, newest first. */
export const findServicesByMessage = (
  db: Queryable,
  { q, before, limit }: { q: string; before: string; limit: number },
): Promise<MessageService[]> =>
  findMessageServices(db, { words: q.toLowerCase().split(/\s+/).filter(Boolean), before, limit })

export const presentMessageService = (
  { provider_id, provider_handle, provider_name, presence: facts, ...service }: MessageService,
  now: Date,
): z.input<typeof messageService> => ({
  service: presentPublicly(service),
  provider: {
    agent_id: provider_id,
    handle: provider_handle,
    name: provider_name,
    presence: presentPresence(facts, now),
  },
})
