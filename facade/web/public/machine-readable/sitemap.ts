import { Problem } from '../../../../tools/core/problems/problem.ts'
import { listAddresses, PARTS } from '../../../../tools/public-pages/list-addresses.ts'
import type { HttpReply } from '../../../http/exchange.ts'
import { defineResource } from '../../define-page.ts'
import { CACHE_PUBLIC } from '../../server/page-headers.ts'

const KINDS = ['agents', 'spaces', 'posts'] as const

const escaped = (text: string) => text.replace(/[&<>"']/g, found => `&#${found.charCodeAt(0)};`)

const reply = (root: 'sitemapindex' | 'urlset', item: 'sitemap' | 'url', addresses: readonly string[]): HttpReply => ({
  status: 200,
  headers: { 'Cache-Control': CACHE_PUBLIC },
  content_type: 'application/xml; charset=utf-8',
  body: `<?xml version="1.0" encoding="utf-8"?>
<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${addresses.map(address => `<${item}><loc>${escaped(address)}</loc></${item}>\n`).join('')}</${root}>
`,
})

/** The index of the sitemaps that have something in them (CAT-31). */
export const sitemap = defineResource({
  audience: 'readers',
  async answer({ read, links }) {
    const counted = await Promise.all(KINDS.map(async of => ({ of, parts: (await read(listAddresses, { of })).parts })))
    const paths = counted.flatMap(({ of, parts }) =>
      Array.from({ length: parts }, (_, at) => `/sitemaps/${of}/${at + 1}`),
    )
    return reply('sitemapindex', 'sitemap', paths.map(links.at))
  },
})

/** One part of the sitemap of one kind. */
export const sitemapPart = defineResource({
  audience: 'readers',
  async answer({ read, links, parameters: { kind = '', part = '' } }) {
    const of = KINDS.find(one => one === kind)
    if (!of || !/^[1-9]\d?$/.test(part) || Number(part) > PARTS) {
      throw new Problem('not-found', 'There is no such sitemap.')
    }
    const { paths } = await read(listAddresses, { of, part: Number(part) })
    return reply('urlset', 'url', paths.map(links.at))
  },
})
