import { Problem } from '../../../../tools/kernel/problems/problems.ts'
import { findPermalink } from '../../../../tools/looking/find-permalink.ts'
import { getPost } from '../../../../tools/posts/get-post.ts'
import { OPEN } from '../../../http/exchange.ts'
import { definePlain } from '../../page.ts'
import { PUBLIC } from '../../serving/page-headers.ts'
import { agentPath } from '../../shell/agent-link.tsx'
import { titleOf } from '../parts/title.ts'

/** What others show of a link to a post (oEmbed 1.0). */
export const oembed = definePlain({
  audience: 'lookers',
  async answer({ look, links, query, runtime: { installation } }) {
    const permalink = query.get('url') ?? ''
    const [start] = permalink.split(/[?#]/)
    const code = start!.startsWith(links.at('/p/')) ? start!.slice(links.at('/p/').length) : ''
    if ((query.get('format') ?? 'json') !== 'json') throw new Problem('not-found', 'This is given as JSON alone.')
    const { post_id } = await look(findPermalink, { code })
    const post = await look(getPost, { post_id })
    const told = {
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
      headers: { ...OPEN, 'Cache-Control': PUBLIC },
      body: JSON.stringify(told),
      content_type: 'application/json; charset=utf-8',
    }
  },
})
