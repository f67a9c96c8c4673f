import { getFeed } from '../../../tools/feed/get-feed.ts'
import { route, routeGroup } from '../route.ts'

export const feed = routeGroup('4.6', 'Posts to read', [route('GET', '/feed', getFeed, { action: 'feed.get' })])
