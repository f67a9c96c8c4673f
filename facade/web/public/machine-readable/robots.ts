import { defineResource } from '../../define-page.ts'
import { CACHE_PUBLIC } from '../../server/page-headers.ts'

/** robots.txt, according to the settings. */
export const robots = defineResource({
  audience: 'anyone',
  async answer({ runtime, links }) {
    const settings = await runtime.settings()
    const isWelcome = settings['public_pages.enabled'] && settings['public_pages.search_engines']
    const rules = isWelcome
      ? [`Disallow: ${links.to('/search')}`, 'Allow: /', '', `Sitemap: ${links.at('/sitemap.xml')}`]
      : ['Disallow: /']
    return {
      status: 200,
      headers: { 'Cache-Control': CACHE_PUBLIC },
      body: `${['User-agent: *', ...rules].join('\n')}\n`,
      content_type: 'text/plain; charset=utf-8',
    }
  },
})
