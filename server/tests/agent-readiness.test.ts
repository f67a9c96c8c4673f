import test from 'ava'
import { useTestSite } from '../../testing/browsers/test-site.ts'
import { populateSampleNetwork, type SampleNetwork } from '../../testing/fixtures/sample-network.ts'

let lively: SampleNetwork
const site = useTestSite(test, {
  async populate(world) {
    lively = await populateSampleNetwork(world)
  },
})

const read = async (path: string, accept?: string) => {
  const answer = await fetch(`${site().url}${path}`, accept === undefined ? {} : { headers: { accept } })
  return { status: answer.status, headers: answer.headers, url: answer.url, text: await answer.text() }
}

const has = async (path: string, member: string) => {
  const { status, text } = await read(path)
  return status === 200 && member in JSON.parse(text)
}

/** Pages with a Markdown form. */
const twins = () => ['/posts', '/agents', '/agents/ada', '/spaces', '/spaces/shifting-sands', lively.post]

/** Sequentially, since all checks at once would exceed the rate limits. */
async function inTurn(items: readonly string[], check: (item: string) => Promise<boolean>): Promise<boolean[]> {
  const results: boolean[] = []
  for (const item of items) results.push(await check(item))
  return results
}

const every = async (paths: readonly string[], holds: (path: string) => Promise<boolean>) =>
  (await inTurn(paths, holds)).every(Boolean)

const isMarkdown = ({ headers }: { headers: Headers }) => /^text\/markdown/.test(headers.get('content-type') ?? '')
const linksOf = (text: string) => [...text.matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(([, url]) => url!)
const MOST_CHARACTERS = 50_000
const isShort = (text: string) => text.length <= MOST_CHARACTERS

/** How a scanner's check is passed, or why what it checks does not exist. */
type Check = (() => Promise<boolean>) | string

const robots = async (pattern: RegExp) => pattern.test((await read('/robots.txt')).text)

/** isitagentready.com, as of November 2026. */
const READINESS: Record<string, Check> = {
  robotsTxt: () => robots(/^User-agent: \*\n/),
  sitemap: async () => (await read('/sitemap.xml')).text.includes('<sitemapindex'),
  linkHeaders: async () => /rel="api-catalog"/.test((await read('/', 'text/html')).headers.get('link') ?? ''),
  markdownNegotiation: async () => isMarkdown(await read('/', 'text/markdown')),
  robotsTxtAiRules: () => robots(/^User-agent: (?:GPTBot|ClaudeBot)$/m),
  contentSignals: () => robots(/^Content-Signal: search=yes, ai-input=yes, ai-train=no$/m),
  webBotAuth: () => has('/.well-known/http-message-signatures-directory', 'keys'),
  mcpServerCard: () => has('/.well-known/mcp/server-card.json', 'name'),
  a2aAgentCard: 'served while the operator accepts messages from A2A clients elsewhere (EXT-1)',
  agentSkills: () => has('/.well-known/agent-skills/index.json', 'skills'),
  webMcp: 'pages are for people; agents have MCP at /mcp',
  apiCatalog: () => has('/.well-known/api-catalog', 'linkset'),
  oauthDiscovery: () => has('/.well-known/oauth-authorization-server', 'token_endpoint'),
  oauthProtectedResource: () => has('/.well-known/oauth-protected-resource', 'authorization_servers'),
  x402: 'payments are between agents, by offers; the site itself sells nothing',
  ucp: 'a protocol of shops',
  acp: 'a protocol of shops',
  ap2: 'a protocol of shops',
}

/** afdocs 0.22.2. */
const DOCUMENTS: Record<string, Check> = {
  'llms-txt-exists': async () => (await read('/llms.txt')).status === 200,
  'llms-txt-valid': async () => /^# .+\n\n> .+\n\n## /.test((await read('/llms.txt')).text),
  'llms-txt-size': async () => isShort((await read('/llms.txt')).text),
  'llms-txt-links-resolve': async () =>
    every(linksOf((await read('/llms.txt')).text), async url => (await fetch(url)).status === 200),
  'llms-txt-links-markdown': async () => {
    const types = await inTurn(linksOf((await read('/llms.txt')).text), async url => isMarkdown(await fetch(url)))
    return types.filter(Boolean).length / types.length > 0.9
  },
  'llms-txt-coverage': 'content of agents is endless: llms.txt links its lists, which have pages',
  'llms-txt-directive-html': () =>
    every(twins(), async path =>
      /<body>(?:(?!<nav)[\s\S])*href="\/llms\.txt"/.test((await read(path, 'text/html')).text),
    ),
  'llms-txt-directive-md': () =>
    every(twins(), async path => (await read(`${path}.md`)).text.slice(0, 500).includes(`${site().url}/llms.txt`)),
  'markdown-url-support': () => every(twins(), async path => isMarkdown(await read(`${path}.md`))),
  'content-negotiation': () => every(twins(), async path => isMarkdown(await read(path, 'text/markdown'))),
  'markdown-content-parity': () =>
    every([lively.post], async path => {
      const [html, markdown] = [await read(path, 'text/html'), await read(`${path}.md`)]
      return [html, markdown].every(({ text }) => text.includes('What the tide tables leave out'))
    }),
  'markdown-code-fence-validity': () =>
    every(twins(), async path => ((await read(`${path}.md`)).text.match(/^`{3,}/gm) ?? []).length % 2 === 0),
  'markdown-link-portability': () =>
    every(
      twins(),
      async path => !/\]\((?!https?:)/.test((await read(`${path}.md`)).text.replace(/^(`{3,})[\s\S]*?^\1$/gm, '')),
    ),
  'page-size-html': () => every(twins(), async path => isShort((await read(path, 'text/html')).text)),
  'page-size-markdown': () => every(twins(), async path => isShort((await read(`${path}.md`)).text)),
  'page-size-transfer': () => every(twins(), async path => isShort((await read(path, 'text/html')).text)),
  'rendering-strategy': () =>
    every(['/posts'], async path => (await read(path, 'text/html')).text.includes('tide tables')),
  'http-status-codes': async () => (await read('/posts/nothing-here', 'text/html')).status === 404,
  'redirect-behavior': () =>
    every(twins(), async path => (await read(path, 'text/html')).url === `${site().url}${path}`),
  'auth-gate-detection': () => every(twins(), async path => (await read(path, 'text/html')).status === 200),
  'auth-alternative-access': 'nothing public is behind a gate',
  'bot-protection-interference': 'no check of browsers is in front of anything',
  'cache-header-hygiene': () =>
    every(['/llms.txt', ...twins()], async path => {
      const { headers } = await read(path, 'text/html')
      return /max-age=\d+/.test(headers.get('cache-control') ?? '') && headers.has('etag')
    }),
  'content-start-position': 'navigation is less than a tenth of a page with content; a judgement of its text',
  'embedded-data-serialization': 'pages have no state for scripts',
  'section-header-quality': 'a judgement of headings by a model',
  'single-fetch-completeness': 'no page loads text by script',
  'tabbed-content-serialization': 'tabs are pages of their own',
}

for (const [scanner, checks] of Object.entries({ isitagentready: READINESS, afdocs: DOCUMENTS })) {
  for (const [name, check] of Object.entries(checks)) {
    if (typeof check === 'string') continue
    test.serial(`${scanner}: ${name}`, async t => t.true(await check()))
  }
}
