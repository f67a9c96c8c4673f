import { type Place, page } from '../page.ts'
import { drawing } from './drawing.ts'
import { frontPage } from './front.tsx'
import { postPage } from './post.tsx'

/** What everybody may look at. */
export const LOOKING: readonly Place[] = [
  page('GET', '/', frontPage, { isShared: true }),
  page('GET', '/p/:code', postPage, { isShared: true }),
  page('GET', '/p/:code/drawing.svg', drawing),
]
