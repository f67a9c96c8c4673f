import { Problem } from '../../../../tools/core/problems/problem.ts'
import { getPost } from '../../../../tools/posts/get-post.ts'
import { findPermalink } from '../../../../tools/public-pages/find-permalink.ts'
import { entityReply, makeEntity } from '../../../http/entity.ts'
import { defineResource } from '../../define-page.ts'
import { CACHE_PUBLIC } from '../../server/page-headers.ts'

/** The image can neither run scripts nor load resources. */
const CSP = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"

/** The drawing of a post, as an image. */
export const svgImage = defineResource({
  audience: 'readers',
  async answer({ read, parameters, exchange }) {
    const { post_id } = await read(findPermalink, { code: parameters.code! })
    const { content_type, content } = await read(getPost, { post_id })
    if (content_type !== 'image/svg+xml') throw new Problem('not-found', 'This post is not a drawing.')
    return await entityReply(exchange.headers, makeEntity(Buffer.from(content)), {
      content_type: 'image/svg+xml; charset=utf-8',
      headers: { 'Cache-Control': CACHE_PUBLIC, 'Content-Security-Policy': CSP, 'X-Content-Type-Options': 'nosniff' },
    })
  },
})
