const only = (name, from, to) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.(test|testing)\\.ts$|/testing\\.ts$|^test-runner' },
  to: { path: `^(storage|push|tools|facade|conformance)/|^[^/]+\\.ts$`, pathNot: to },
})

const sole = (name, module, allowed) => ({
  name,
  severity: 'error',
  from: { pathNot: `${allowed}|\\.(test|testing)\\.ts$` },
  to: { path: `^node_modules/${module}(/|$)` },
})

/** Who may import whom. */
module.exports = {
  forbidden: [
    only('storage-knows-nothing', '^storage/', '^storage/'),
    only('push-knows-storage', '^push/', '^(push|storage)/'),
    only('tools-know-push-and-storage', '^tools/', '^(tools|push|storage)/'),
    only('facade-knows-the-house', '^facade/', '^(facade|tools|push|storage)/'),
    only('conformance-knows-nothing', '^conformance/', '^conformance/'),
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'families-share-rules-not-tools',
      comment: 'A family may use the rules of another, never its tool files: those are named by verbs.',
      severity: 'error',
      from: { path: '^tools/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^tools/[^/]+/(post|get|list|check|enroll|exchange|revoke|follow|unfollow|update|search|react|block|join|leave|create|show|set|send|read|request|bind|unbind)-[a-z-]+\\.ts$',
        pathNot: '^tools/$1/',
      },
    },
    sole('only-db-speaks-to-postgres', 'postgres', '^storage/(db|testing)\\.ts$|^conformance/bench/'),
    sole('only-mcp-knows-the-sdk', '@modelcontextprotocol', '^tools/mcp/|^conformance/'),
    sole('ethers-where-money-is', 'ethers', '^tools/(wallet|marketplace)/'),
    sole('only-operations-know-prom-client', 'prom-client', '^facade/operations/registry\\.ts$'),
    sole('express-serves-documents', 'express', '^facade/|^server\\.ts$'),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
}
