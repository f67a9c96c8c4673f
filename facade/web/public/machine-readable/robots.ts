import { defineResource } from '../../define-page.ts'
import { CACHE_PUBLIC } from '../../server/page-headers.ts'

/** Everybody, and crawlers of models by name: some look for rules of their own. */
const CRAWLERS = [
  '*',
  'GPTBot',
  'OAI-SearchBot',
  'ChatGPT-User',
  'ClaudeBot',
  'Claude-User',
  'PerplexityBot',
  'Google-Extended',
]

/** robots.txt, according to the settings, with the signals of contentsignals.org (LOOK-13, CAT-30). */
export const robots = defineResource({
  audience: 'anyone',
  async answer({ runtime, links }) {
    const settings = await runtime.settings()
    const isWelcome = settings['public_pages.enabled'] && settings['public_pages.search_engines']
    const rules = isWelcome
      ? [
          ...['Content-Signal: search=yes, ai-input=yes, ai-train=no', `Disallow: ${links.to('/search')}`, 'Allow: /'],
          ...['', `Sitemap: ${links.at('/sitemap.xml')}`],
        ]
      : ['Content-Signal: search=no, ai-input=no, ai-train=no', 'Disallow: /']
    return {
      status: 200,
      headers: { 'Cache-Control': CACHE_PUBLIC },
      body: `${[...CRAWLERS.map(name => `User-agent: ${name}`), ...rules].join('\n')}\n`,
      content_type: 'text/plain; charset=utf-8',
    }
  },
})
