const { readdirSync, readFileSync } = require('node:fs')
const path = require('node:path')

const tools = path.join(__dirname, 'tools')
const TOOL_FILES = readdirSync(tools, { recursive: true })
  .filter(
    file =>
      file.endsWith('.ts') &&
      /^export const \w+ = define\w*(Tool|Query)\(/m.test(readFileSync(path.join(tools, file), 'utf8')),
  )
  .map(file => file.replace('.', '\\.'))

/** What of the families that handle money stands on the module of the chain. */
const CHAIN_MODULES = '^tools/(wallet/(wallet-address|amounts|wallet-statement)\\.ts$|purchases/chain/)'
const X402_MODULES = '^tools/purchases/x402/(payment-payload|record-purchase)\\.ts$'
const CHAIN_USERS = `${CHAIN_MODULES}|^tools/purchases/settlement/|${X402_MODULES}`

const only = (name, from, to) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.ts$|^testing/' },
  to: {
    path: '^(concurrency|storage|cache|push|tools|facade|server|testing|conformance|bench|clients|examples)/|^[^/]+\\.ts$',
    pathNot: to,
  },
})

const sole = (name, module, allowed) => ({
  name,
  severity: 'error',
  from: { pathNot: `${allowed}|\\.test\\.ts$|^testing/` },
  to: { path: `^node_modules/${module}(/|$)` },
})

/** Who may import whom. */
module.exports = {
  forbidden: [
    only('concurrency-imports-nothing', '^concurrency/', '^concurrency/'),
    only('storage-imports-concurrency', '^storage/', '^(storage|concurrency)/'),
    only('cache-imports-storage', '^cache/', '^(cache|storage|concurrency)/'),
    only('push-imports-storage', '^push/', '^(push|storage|concurrency)/'),
    only('tools-import-lower-layers', '^tools/', '^(tools|push|cache|storage|concurrency)/'),
    only('facade-imports-lower-layers', '^facade/', '^(facade|tools|push|storage|concurrency)/'),
    only('server-imports-all', '^server/', '^(server|facade|tools|push|cache|storage|concurrency)/'),
    // Progress of long work is shown by one module everywhere.
    only('conformance-is-black-box', '^conformance/', '^conformance/|^server/log/progress\\.ts$'),
    only('bench-is-black-box', '^bench/', '^(bench|conformance)/|^server/log/progress\\.ts$'),
    only('clients-are-packages', '^clients/([^/]+)/', '^clients/$1/'),
    only('examples-are-packages', '^examples/([^/]+)/([^/]+)/', '^examples/$1/$2/'),
    {
      name: 'bridge-has-no-dependencies',
      comment: 'It is served as one package without dependencies.',
      severity: 'error',
      from: { path: '^clients/bridge/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^clients/bridge/', dependencyTypesNot: ['core'] },
    },
    only('core-imports-no-feature', '^tools/core/', '^(tools/core|push|cache|storage|concurrency)/'),
    only('http-imports-no-transport', '^facade/http/', '^(facade/http|tools|push|storage|concurrency)/'),
    ...['rest', 'mcp', 'oauth', 'metrics', 'cli', 'doctor'].map(transport =>
      only(
        `${transport}-imports-no-other-transport`,
        `^facade/${transport}/`,
        `^(facade/(${transport}|http)|tools|push|storage|concurrency)/`,
      ),
    ),
    only(
      'web-imports-cli-commands',
      '^facade/web/',
      '^(facade/(web|http)|tools|push|storage|concurrency)/|^facade/cli/(cli-commands?|cli-options|confirmations)\\.ts$',
    ),
    {
      name: 'documents-import-declarations',
      comment: 'Documents describe a transport by its declarations; they do not call it.',
      severity: 'error',
      from: { path: '^facade/(documents|openapi)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^facade/',
        pathNot:
          '^facade/(documents|openapi|http|health)/|^facade/rest/(route|routes/index)\\.ts$|^facade/mcp/(catalogue/toolsets|wire/protocol-versions)\\.ts$',
      },
    },
    {
      name: 'only-tests-import-testing',
      severity: 'error',
      from: { pathNot: '\\.test\\.ts$|^testing/' },
      to: { path: '^testing/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'features-import-rules-not-tools',
      comment: 'A feature may import the rules of another, never its tool files.',
      severity: 'error',
      from: { path: '^tools/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: `^tools/(${TOOL_FILES.join('|')})$`,
        pathNot: '^tools/$1/',
      },
    },
    sole('only-driver-imports-postgres', 'postgres', '^storage/db/driver\\.ts$|^bench/'),
    {
      name: 'only-storage-has-sql',
      comment: 'Caches hold rows; statements are functions of storage.',
      severity: 'error',
      from: { path: '^cache/', pathNot: '\\.test\\.ts$' },
      to: { path: '^node_modules/sql-template-strings(/|$)' },
    },
    sole('only-mcp-imports-the-sdk', '@modelcontextprotocol', '^facade/mcp/|^conformance/|^bench/'),
    sole('only-payments-import-ethers', 'ethers', CHAIN_MODULES),
    {
      name: 'chain-modules-load-lazily',
      comment: 'Servers without payments do not load the chain library.',
      severity: 'error',
      from: { pathNot: `${CHAIN_USERS}|\\.test\\.ts$|^testing/` },
      to: { path: CHAIN_USERS, dynamic: false },
    },
    sole('only-metrics-import-prom-client', 'prom-client', '^facade/metrics/render-metrics\\.ts$'),
    sole('only-egress-imports-undici', 'undici', '^push/(egress|json-rpc)'),
    sole('only-mail-imports-nodemailer', 'nodemailer', '^push/mail\\.ts$'),
    sole(
      'only-documents-and-health-import-express',
      'express',
      '^facade/(documents|health)/|^examples/|^bench/load/a2a-provider',
    ),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^clients/[^/]+/dist/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
}
