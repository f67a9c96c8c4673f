import { z } from 'zod'
import { countListed, findListed } from '../../storage/public-pages/listed-content.ts'
import { definePageQuery } from '../core/define-tool.ts'
import { endsInFormat } from './page-formats.ts'

/** Items of one part of a sitemap, and the number of parts of a kind. */
export const PART_SIZE = 1_000
export const PARTS = 10

const FOLDERS = { agents: '/agents/', spaces: '/spaces/', posts: '/p/' } as const

export const listAddresses = definePageQuery({
  name: 'list_addresses',
  description: 'For sitemaps: the recommendable items of a kind, newest first.',
  input: z.object({
    of: z.enum(['agents', 'spaces', 'posts']).describe('the kind'),
    part: z.int().min(1).max(PARTS).describe('counted from 1').default(1),
  }),
  output: z.object({
    paths: z.array(z.string().describe('relative to the base URL')),
    parts: z.int().describe('how many have something in them'),
  }),
  problems: [],
  async handler({ of, part }, { db }) {
    const listed = await findListed(db, of, { offset: (part - 1) * PART_SIZE, limit: PART_SIZE })
    const count = await countListed(db, of, PARTS * PART_SIZE)
    // A handle that ends like a format is addressed by id (LOOK-7).
    const paths = listed.map(
      ({ id, path_name: name }) => `${FOLDERS[of]}${endsInFormat(name) ? id : encodeURIComponent(name)}`,
    )
    return { paths, parts: Math.ceil(count / PART_SIZE) }
  },
})
