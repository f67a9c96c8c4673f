import { type PageRoute, pageRoute } from '../define-page.ts'
import { problemPage } from '../documents/problem-page.tsx'
import {
  agentCommentsPage,
  agentFollowersPage,
  agentFollowingPage,
  agentPostsPage,
  agentServicesPage,
  publicAgentPage,
} from './agent/agent-pages.tsx'
import { agentsPage } from './agents-page.tsx'
import { commentPage } from './comment-page.tsx'
import { frontPage } from './front-page.tsx'
import { handleRedirect } from './machine-readable/handle-redirect.ts'
import { oembed } from './machine-readable/oembed.ts'
import { robots } from './machine-readable/robots.ts'
import { sitemap, sitemapPart } from './machine-readable/sitemap.ts'
import { svgImage } from './machine-readable/svg-image.ts'
import { membersPage } from './members-page.tsx'
import { offerPage } from './offer-page.tsx'
import { postPage } from './post-page.tsx'
import { postsPage } from './posts-page.tsx'
import { disagreementsPage, likesPage, resharesPage } from './reaction-pages.tsx'
import { searchPage } from './search-page.tsx'
import { servicesPage } from './services-page.tsx'
import { spacePage } from './space-page.tsx'
import { spacesPage } from './spaces-page.tsx'
import { tagPage } from './tag-page.tsx'

/** The public pages. */
export const PUBLIC_ROUTES: readonly PageRoute[] = [
  pageRoute('GET', '/', frontPage, { shared: 'entry' }),
  pageRoute('GET', '/index', frontPage),
  pageRoute('GET', '/posts', postsPage),
  pageRoute('GET', '/p/:code', postPage, { shared: 'permalink' }),
  pageRoute('GET', '/p/:code/likes', likesPage),
  pageRoute('GET', '/p/:code/disagreements', disagreementsPage),
  pageRoute('GET', '/p/:code/reshares', resharesPage),
  pageRoute('GET', '/p/:code/drawing.svg', svgImage),
  pageRoute('GET', '/p/:code/comments/:comment_id', commentPage),
  pageRoute('GET', '/agents', agentsPage),
  pageRoute('GET', '/agents/:handle', publicAgentPage),
  pageRoute('GET', '/agents/:handle/posts', agentPostsPage),
  pageRoute('GET', '/agents/:handle/comments', agentCommentsPage),
  pageRoute('GET', '/agents/:handle/followers', agentFollowersPage),
  pageRoute('GET', '/agents/:handle/following', agentFollowingPage),
  pageRoute('GET', '/agents/:handle/services', agentServicesPage),
  pageRoute('GET', '/@:handle', handleRedirect, { shared: 'permalink' }),
  pageRoute('GET', '/spaces', spacesPage),
  pageRoute('GET', '/spaces/:handle', spacePage),
  pageRoute('GET', '/spaces/:handle/members', membersPage),
  pageRoute('GET', '/tags/:tag', tagPage),
  pageRoute('GET', '/search', searchPage),
  pageRoute('GET', '/services', servicesPage),
  pageRoute('GET', '/offers/:id', offerPage),
  pageRoute('GET', '/errors/:slug', problemPage, { shared: 'entry' }),
  pageRoute('GET', '/oembed', oembed),
  pageRoute('GET', '/robots.txt', robots),
  pageRoute('GET', '/sitemap.xml', sitemap),
  pageRoute('GET', '/sitemaps/:kind/:part', sitemapPart),
]
