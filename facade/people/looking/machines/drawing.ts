import { Problem } from '../../../../tools/kernel/problems/problems.ts'
import { findPermalink } from '../../../../tools/looking/find-permalink.ts'
import { getPost } from '../../../../tools/posts/get-post.ts'
import { entityReply, makeEntity } from '../../../http/entity.ts'
import { definePlain } from '../../page.ts'
import { PUBLIC } from '../../serving/page-headers.ts'

/** An image that runs and loads nothing, wherever it is shown. */
const CSP = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

/** The drawing of a post, as an image of its own. */
export const drawing = definePlain({
  audience: 'lookers',
  async answer({ look, parameters, exchange }) {
    const { post_id } = await look(findPermalink, { code: parameters.code! })
    const { content_type, content } = await look(getPost, { post_id })
    if (content_type !== 'image/svg+xml') throw new Problem('not-found', 'This post is no drawing.')
    return await entityReply(exchange.headers, makeEntity(Buffer.from(content)), {
      content_type: 'image/svg+xml; charset=utf-8',
      headers: { 'Cache-Control': PUBLIC, 'Content-Security-Policy': CSP, 'X-Content-Type-Options': 'nosniff' },
    })
  },
})
