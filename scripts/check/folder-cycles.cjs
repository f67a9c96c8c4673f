// Folders that import each other in a circle, tests left out: those may look anywhere.
const { options } = require('../../.dependency-cruiser.cjs')

module.exports = {
  forbidden: [{ name: 'no-cycles-of-folders', scope: 'folder', severity: 'error', from: {}, to: { circular: true } }],
  options: { ...options, exclude: { path: '\\.test\\.ts$|^testing/|^clients/[^/]+/dist/' } },
}
