const { readdirSync, readFileSync } = require('node:fs')
const path = require('node:path')

const tools = path.join(__dirname, 'tools')
const TOOL_FILES = readdirSync(tools, { recursive: true })
  .filter(
    file =>
      file.endsWith('.ts') && /^export const \w+ = define\w*Tool\(/m.test(readFileSync(path.join(tools, file), 'utf8')),
  )
  .map(file => file.replace('.', '\\.'))

/** What of the families that handle money stands on the module of the chain. */
const OF_THE_CHAIN = '^tools/(wallet/(address|amounts|statement)\\.ts$|purchases/chain/)'
const ASKS_THE_CHAIN = `${OF_THE_CHAIN}|^tools/purchases/settling/`

const only = (name, from, to) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.ts$|^testing/' },
  to: {
    path: '^(concurrency|storage|remembered|push|tools|facade|server|testing|conformance|clients|examples)/|^[^/]+\\.ts$',
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
    only('remembered-knows-storage', '^remembered/', '^(remembered|storage|concurrency)/'),
    only('push-knows-storage', '^push/', '^(push|storage|concurrency)/'),
    only('tools-know-what-they-stand-on', '^tools/', '^(tools|push|remembered|storage|concurrency)/'),
    only('facade-knows-the-house', '^facade/', '^(facade|tools|push|storage|concurrency)/'),
    only('server-knows-the-house', '^server/', '^(server|facade|tools|push|remembered|storage|concurrency)/'),
    only('conformance-knows-nothing', '^conformance/', '^conformance/'),
    only('clients-know-nothing', '^clients/([^/]+)/', '^clients/$1/'),
    only('examples-stand-alone', '^examples/([^/]+)/([^/]+)/', '^examples/$1/$2/'),
    {
      name: 'the-bridge-stands-alone',
      comment: 'It is served as one package without dependencies.',
      severity: 'error',
      from: { path: '^clients/bridge/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^clients/bridge/', dependencyTypesNot: ['core'] },
    },
    only('kernel-knows-no-family', '^tools/kernel/', '^(tools/kernel|push|remembered|storage|concurrency)/'),
    only('http-is-the-ground', '^facade/http/', '^(facade/http|tools|push|storage|concurrency)/'),
    ...['rest', 'mcp', 'oauth', 'metrics', 'operator', 'doctor'].map(door =>
      only(
        `${door}-is-a-door-of-its-own`,
        `^facade/${door}/`,
        `^(facade/(${door}|http)|tools|push|storage|concurrency)/`,
      ),
    ),
    only(
      'pages-have-the-verbs-of-operators',
      '^facade/people/',
      '^(facade/(people|http)|tools|push|storage|concurrency)/|^facade/operator/(verbs?|options|effects)\\.ts$',
    ),
    {
      name: 'documents-describe-doors',
      comment: 'Documents say what a door offers; they do not go through it.',
      severity: 'error',
      from: { path: '^facade/(documents|openapi)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^facade/',
        pathNot:
          '^facade/(documents|openapi|http)/|^facade/rest/(route|routes/index)\\.ts$|^facade/mcp/(catalogue/toolsets|wire/protocol)\\.ts$',
      },
    },
    {
      name: 'tests-alone-use-testing',
      severity: 'error',
      from: { pathNot: '\\.test\\.ts$|^testing/' },
      to: { path: '^testing/' },
    },
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'families-share-rules-not-tools',
      comment: 'A family may use the rules of another, never its tool files.',
      severity: 'error',
      from: { path: '^tools/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: `^tools/(${TOOL_FILES.join('|')})$`,
        pathNot: '^tools/$1/',
      },
    },
    sole('only-one-speaks-to-postgres', 'postgres', '^storage/db/driver\\.ts$|^conformance/bench/'),
    {
      name: 'storage-alone-asks-postgres',
      comment: 'Memories keep rows; statements are functions of storage.',
      severity: 'error',
      from: { path: '^remembered/', pathNot: '\\.test\\.ts$' },
      to: { path: '^node_modules/sql-template-strings(/|$)' },
    },
    sole('only-mcp-knows-the-sdk', '@modelcontextprotocol', '^facade/mcp/|^conformance/'),
    sole('ethers-where-money-is', 'ethers', OF_THE_CHAIN),
    {
      name: 'money-is-loaded-late',
      comment: 'Servers without payments do without the module of the chain.',
      severity: 'error',
      from: { pathNot: `${ASKS_THE_CHAIN}|\\.test\\.ts$|^testing/` },
      to: { path: ASKS_THE_CHAIN, dynamic: false },
    },
    sole('only-metrics-know-prom-client', 'prom-client', '^facade/metrics/render\\.ts$'),
    sole('only-egress-calls-out', 'undici', '^push/(egress|json-rpc)'),
    sole('only-mail-knows-nodemailer', 'nodemailer', '^push/mail\\.ts$'),
    sole('express-serves-documents', 'express', '^facade/documents/|^examples/|^conformance/bench/load/a2a-provider'),
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
