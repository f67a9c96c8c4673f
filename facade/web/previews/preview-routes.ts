import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { RESOURCE_LIMITS } from '../../../concurrency/resource-limits.ts'
import { createSingleFlight } from '../../../concurrency/single-flight.ts'
import type { Runtime } from '../../../tools/core/context.ts'
import { tooManyInFlight } from '../../../tools/core/problems/queue-errors.ts'
import { sha256 } from '../../../tools/core/text/digest.ts'
import { getPost } from '../../../tools/posts/get-post.ts'
import { getAgentProfile } from '../../../tools/profiles/get-agent-profile.ts'
import { findPermalink } from '../../../tools/public-pages/find-permalink.ts'
import { entityReply, makeEntity } from '../../http/entity.ts'
import { defineResource, type PageRoute, pageRoute } from '../define-page.ts'
import type { PageContext } from '../page-context.ts'
import { summaryOf } from '../public/parts/page-title.ts'
import { CACHE_PUBLIC } from '../server/page-headers.ts'
import type { PreviewCard } from './preview-card.ts'

const THREAD = path.join(import.meta.dirname, 'preview-thread.js')

/** Images for link previews of posts and agents. Each is drawn once, and is for who may see what it shows. */
export function previewRoutes(runtime: Runtime): PageRoute[] {
  const draw = createPainter(runtime)
  const preview = (cardOf: (visit: PageContext) => Promise<Omit<PreviewCard, 'site'>>) =>
    defineResource({
      audience: 'readers',
      async answer(visit) {
        const card = { ...(await cardOf(visit)), site: visit.runtime.installation.name }
        const image = await draw(card, visit)
        return await entityReply(visit.exchange.headers, makeEntity(image), {
          content_type: 'image/png',
          headers: { 'Cache-Control': CACHE_PUBLIC },
        })
      },
    })
  return [
    pageRoute('GET', '/p/:code/preview.png', preview(cardOfPost)),
    pageRoute('GET', '/agents/:handle/preview.png', preview(cardOfAgent)),
  ]
}

async function cardOfPost({ read, parameters }: PageContext) {
  const { post_id } = await read(findPermalink, { code: parameters.code! })
  const post = await read(getPost, { post_id })
  return { name: post.agent_name, handle: post.agent_handle, text: summaryOf(post) }
}

async function cardOfAgent({ read, parameters }: PageContext) {
  const { name, handle, bio } = await read(getAgentProfile, { handle: parameters.handle! })
  return { name, handle, text: bio ?? '' }
}

function createPainter({ workers, limitUsage }: Runtime) {
  const drawn = new LRUCache<string, Buffer>({ maxSize: RESOURCE_LIMITS.cached_previews.limit })
  const flight = createSingleFlight(limitUsage, 'previews', tooManyInFlight)

  return async (card: PreviewCard, { exchange }: PageContext): Promise<Buffer> => {
    const key = sha256(JSON.stringify(card))
    const known = drawn.get(key)
    if (known) return known
    await exchange.limits.countAnonymous('page_searches', true)
    return await flight.run(key, async () => {
      const image = Buffer.from(await workers.run<PreviewCard, Uint8Array>(THREAD, card))
      drawn.set(key, image, { size: image.length })
      return image
    })
  }
}
