import { Problem } from '../../../../tools/kernel/problems/problems.ts'
import { listAddresses, PARTS } from '../../../../tools/looking/list-addresses.ts'
import type { Reply } from '../../../http/exchange.ts'
import { definePlain } from '../../page.ts'
import { PUBLIC } from '../../serving/page-headers.ts'

const KINDS = ['agents', 'spaces', 'posts'] as const

const escaped = (text: string) => text.replace(/[&<>"']/g, found => `&#${found.charCodeAt(0)};`)

const reply = (root: 'sitemapindex' | 'urlset', item: 'sitemap' | 'url', addresses: readonly string[]): Reply => ({
  status: 200,
  headers: { 'Cache-Control': PUBLIC },
  content_type: 'application/xml; charset=utf-8',
  body: `<?xml version="1.0" encoding="utf-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.map(address => `<${item}><loc>${escaped(address)}</loc></${item}>\n`).join('')}</${root}>
`,
})

/** All site maps: of each kind so many parts, of which the last may be empty. */
export const sitemap = definePlain({
  audience: 'lookers',
  answer: async ({ links }) =>
    reply(
      'sitemapindex',
      'sitemap',
      KINDS.flatMap(kind => Array.from({ length: PARTS }, (_, index) => links.at(`/sitemaps/${kind}/${index + 1}`))),
    ),
})

/** One part of one kind. */
export const sitemapPart = definePlain({
  audience: 'lookers',
  async answer({ look, links, parameters: { kind = '', part = '' } }) {
    const of = KINDS.find(one => one === kind)
    if (!of || !/^[1-9]\d?$/.test(part) || Number(part) > PARTS) {
      throw new Problem('not-found', 'There is no such site map.')
    }
    const { paths } = await look(listAddresses, { of, part: Number(part) })
    return reply('urlset', 'url', paths.map(links.at))
  },
})
