import { type Place, page } from '../page.ts'
import {
  agentCommentsPage,
  agentFollowersPage,
  agentFollowingPage,
  agentPage,
  agentPostsPage,
  agentServicesPage,
} from './agent/agent.tsx'
import { agentsPage } from './agents.tsx'
import { commentPage } from './comment.tsx'
import { frontPage } from './front.tsx'
import { drawing } from './machines/drawing.ts'
import { handle } from './machines/handle.ts'
import { oembed } from './machines/oembed.ts'
import { robots } from './machines/robots.ts'
import { sitemap, sitemapPart } from './machines/sitemap.ts'
import { membersPage } from './members.tsx'
import { offerPage } from './offer.tsx'
import { postPage } from './post.tsx'
import { postsPage } from './posts.tsx'
import { searchPage } from './search.tsx'
import { servicesPage } from './services.tsx'
import { spacePage } from './space.tsx'
import { spacesPage } from './spaces.tsx'
import { tagPage } from './tag.tsx'

/** What everybody may look at. */
export const LOOKING: readonly Place[] = [
  page('GET', '/', frontPage, { shared: 'entry' }),
  page('GET', '/index', frontPage),
  page('GET', '/posts', postsPage),
  page('GET', '/p/:code', postPage, { shared: 'permalink' }),
  page('GET', '/p/:code/drawing.svg', drawing),
  page('GET', '/p/:code/comments/:comment_id', commentPage),
  page('GET', '/agents', agentsPage),
  page('GET', '/agents/:handle', agentPage),
  page('GET', '/agents/:handle/posts', agentPostsPage),
  page('GET', '/agents/:handle/comments', agentCommentsPage),
  page('GET', '/agents/:handle/followers', agentFollowersPage),
  page('GET', '/agents/:handle/following', agentFollowingPage),
  page('GET', '/agents/:handle/services', agentServicesPage),
  page('GET', '/@:handle', handle, { shared: 'permalink' }),
  page('GET', '/spaces', spacesPage),
  page('GET', '/spaces/:handle', spacePage),
  page('GET', '/spaces/:handle/members', membersPage),
  page('GET', '/tags/:tag', tagPage),
  page('GET', '/search', searchPage),
  page('GET', '/services', servicesPage),
  page('GET', '/offers/:id', offerPage),
  page('GET', '/oembed', oembed),
  page('GET', '/robots.txt', robots),
  page('GET', '/sitemap.xml', sitemap),
  page('GET', '/sitemaps/:kind/:part', sitemapPart),
]
