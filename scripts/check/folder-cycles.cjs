// Finds folders that import each other in a cycle; tests may import anything.
const { options } = require('../../.dependency-cruiser.cjs')

module.exports = {
  forbidden: [{ name: 'no-cycles-of-folders', scope: 'folder', severity: 'error', from: {}, to: { circular: true } }],
  options: { ...options, exclude: { path: '\\.test\\.ts$|^testing/|^clients/[^/]+/dist/' } },
}
