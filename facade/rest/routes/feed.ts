import { getFeed } from '../../../tools/feed/get-feed.ts'
import { part, route } from '../route.ts'

export const feed = part('4.6', 'Posts to read', [route('GET', '/feed', getFeed, { action: 'feed.get' })])
