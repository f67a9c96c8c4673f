// Checks that the rules and the dashboard in deploy/watch/ only use metrics that a server exports, according to a
// running server. If promtool is installed, it also checks the rules and evaluates them on sample data.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { exitWithOutcome, Failure } from '../checkout.mjs'

const root = path.join(import.meta.dirname, '../..')
const read = name => readFileSync(path.join(root, name), 'utf8')

/** Names used in the reports that processes write. */
function known() {
  const files = readdirSync(path.join(root, 'facade/metrics')).filter(name => /(?<!\.test)\.ts$/.test(name))
  const text = files.map(name => read(`facade/metrics/${name}`)).join('\n')
  const kinds = [...text.matchAll(/\b(counter|gauge|histogram)\(\s*'([a-z_]+)'/g)]
  return new Set(
    kinds.flatMap(([, kind, name]) =>
      kind === 'histogram' ? ['_bucket', '_sum', '_count'].map(part => `${name}${part}`) : [name],
    ),
  )
}

const NAME = /\b(?:colloquy|process|nodejs)_[a-z0-9_]+/g

function expressions() {
  const { groups } = parse(read('deploy/watch/alerts.yaml'))
  const rules = groups.flatMap(group => group.rules)
  const { panels } = JSON.parse(read('deploy/watch/dashboard.json'))
  return [...rules.map(rule => rule.expr), ...panels.flatMap(panel => panel.targets.map(target => target.expr))]
}

await exitWithOutcome(async () => {
  const metrics = known()
  if (metrics.size < 10) throw new Failure('the metrics are not declared in facade/metrics/')
  const named = expressions().flatMap(expression => expression.match(NAME) ?? [])
  const unknown = named.filter(name => !metrics.has(name))
  if (unknown.length > 0) throw new Failure(`no server exports ${[...new Set(unknown)].join(', ')}`)
  process.stdout.write(
    `${new Set(named).size} metrics occur in rules and dashboard, and the server exports all of them\n`,
  )
  if (spawnSync('promtool', ['--version']).status !== 0) {
    process.stdout.write('skipped: promtool is not installed (Debian has it with prometheus)\n')
    return
  }
  for (const words of [
    ['check', 'rules', 'deploy/watch/alerts.yaml'],
    ['test', 'rules', 'deploy/watch/alerts.test.yaml'],
  ]) {
    const { status } = spawnSync('promtool', words, { cwd: root, stdio: 'inherit' })
    if (status !== 0) throw new Failure(`promtool ${words.join(' ')} ended with ${status}`)
  }
})
