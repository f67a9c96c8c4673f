import { definePlain } from '../../page.ts'
import { PUBLIC } from '../../serving/page-headers.ts'

/** What search engines may look at, as the operator wants it. */
export const robots = definePlain({
  audience: 'anyone',
  async answer({ runtime, links }) {
    const settings = await runtime.settings()
    const isWelcome = settings['people.looking'] && settings['people.search_engines']
    const rules = isWelcome
      ? [`Disallow: ${links.to('/search')}`, 'Allow: /', '', `Sitemap: ${links.at('/sitemap.xml')}`]
      : ['Disallow: /']
    return {
      status: 200,
      headers: { 'Cache-Control': PUBLIC },
      body: `${['User-agent: *', ...rules].join('\n')}\n`,
      content_type: 'text/plain; charset=utf-8',
    }
  },
})
