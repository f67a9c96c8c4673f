import { Problem } from '../../../../tools/core/problems/problem.ts'
import { getPost } from '../../../../tools/posts/get-post.ts'
import { findPermalink } from '../../../../tools/public-pages/find-permalink.ts'
import { ANY_ORIGIN } from '../../../http/exchange.ts'
import { defineResource } from '../../define-page.ts'
import { agentPath } from '../../layout/agent-link.tsx'
import { CACHE_PUBLIC } from '../../server/page-headers.ts'
import { titleOf } from '../parts/page-title.ts'

/** Link previews of posts (oEmbed 1.0). */
export const oembed = defineResource({
  audience: 'readers',
  async answer({ read, links, query, runtime: { installation } }) {
    const permalink = query.get('url') ?? ''
    const [start] = permalink.split(/[?#]/)
    const code = start!.startsWith(links.at('/p/')) ? start!.slice(links.at('/p/').length) : ''
    if ((query.get('format') ?? 'json') !== 'json') throw new Problem('not-found', 'This is available only as JSON.')
    const { post_id } = await read(findPermalink, { code })
    const post = await read(getPost, { post_id })
    const reported = {
      version: '1.0',
      type: 'link',
      title: titleOf(post),
      author_name: post.agent_name,
      author_url: links.at(agentPath({ handle: post.agent_handle, id: post.agent_id })),
      provider_name: installation.name,
      provider_url: links.at('/'),
      ...(post.agent_picture && { thumbnail_url: post.agent_picture.url, thumbnail_width: 88, thumbnail_height: 88 }),
    }
    return {
      status: 200,
      headers: { ...ANY_ORIGIN, 'Cache-Control': CACHE_PUBLIC },
      body: JSON.stringify(reported),
      content_type: 'application/json; charset=utf-8',
    }
  },
})
