// Writes which routes each scenario asks for into conformance/BUILDING.md, from reports of the suite:
// node scripts/generate/scenario-routes.mjs REPORT.json... Rows of scenarios that no report has stay as they are.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const file = path.join(import.meta.dirname, '../..', 'conformance', 'BUILDING.md')
const NEEDED_BY_ALL = 'POST /api/v1/aui/agents/enroll'
const PREFIX = ' /api/v1/aui/'
const text = readFileSync(file, 'utf8')
const start = text.indexOf('| scenario')
const rows = new Map(
  [...text.slice(start).matchAll(/^\| `([^`]+)` +\| (.*?) *\|$/gm)].map(([, scenario, routes]) => [scenario, routes]),
)
for (const report of process.argv.slice(2)) {
  const { routes } = JSON.parse(readFileSync(report, 'utf8'))
  for (const [scenario, names] of Object.entries(routes)) {
    const own = names.filter(name => name !== NEEDED_BY_ALL)
    if (own.length > 0) rows.set(scenario, own.map(name => `\`${name.replace(PREFIX, ' /')}\``).join(', '))
  }
}
const lines = [...rows]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([scenario, routes]) => `| \`${scenario}\` | ${routes} |`)
writeFileSync(file, `${text.slice(0, start)}| scenario | routes |\n| --- | --- |\n${lines.join('\n')}\n`)
