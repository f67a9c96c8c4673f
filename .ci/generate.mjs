// Writes tools/registry.ts from the file tree, and README.md's tables from what was built; with --check, fails where they differ from what is committed.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const house = path.join(import.meta.dirname, '..')
const root = path.join(house, 'tools')
const target = path.join(root, 'registry.ts')

const tools = readdirSync(root, { recursive: true })
  .filter(file => file.endsWith('.ts') && !/\.(test|testing|job)\.ts$/.test(file))
  .sort()
  .flatMap(file => {
    const source = readFileSync(path.join(root, file), 'utf8')
    const found = /^export const (\w+) = define(Public|Operator)?Tool\(\{\n {2}name: '(\w+)'/m.exec(source)
    return found ? [{ file, constant: found[1], audience: found[2] ?? 'Agent', name: found[3] }] : []
  })

for (const { file, name, constant } of tools) {
  const kebab = name.replaceAll('_', '-')
  const camel = name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())
  if (path.basename(file) !== `${kebab}.ts` || constant !== camel) {
    process.stderr.write(`${file}: the tool ${name} stands in ${kebab}.ts as ${camel}\n`)
    process.exit(1)
  }
}

const listOf = (name, type, members) =>
  `export const ${name}: readonly ${type}[] = [\n${members.map(({ constant }) => `  ${constant},\n`).join('')}]\n`

const text = `// Written by \`npm run generate\` from the file tree.
${tools.map(({ file, constant }) => `import { ${constant} } from './${file}'\n`).join('')}
${[
  ['TOOLS', 'Tool', 'Agent'],
  ['PUBLIC_TOOLS', 'PublicTool', 'Public'],
  ['OPERATOR_TOOLS', 'OperatorTool', 'Operator'],
]
  .map(([list, type, audience]) =>
    listOf(
      list,
      type,
      tools.filter(tool => tool.audience === audience),
    ),
  )
  .join('\n')}`.replace(
  'import {',
  "import type { OperatorTool, PublicTool, Tool } from './kernel/define.ts'\nimport {",
)

const isCheck = process.argv.includes('--check')

function bring(file, wanted) {
  if (readFileSync(file, 'utf8') === wanted) return
  if (isCheck) {
    process.stderr.write(`${path.relative(house, file)} is not what the code says: npm run generate\n`)
    process.exit(1)
  }
  writeFileSync(file, wanted)
}

bring(target, text)
if (!isCheck) execFileSync(process.execPath, [path.join(house, 'build.mjs')], { stdio: 'inherit' })

const built = name => import(path.join(house, 'dist', name))
const [{ readmeTables }, { ROUTES }, { TOOLS }, { VERBS }] = await Promise.all(
  ['facade/readme-tables.js', 'facade/rest/routes.js', 'tools/registry.js', 'facade/operator/verbs.js'].map(built),
)
const readme = path.join(house, 'README.md')
let page = readFileSync(readme, 'utf8')
for (const [name, table] of Object.entries(readmeTables(ROUTES, TOOLS, VERBS))) {
  const between = new RegExp(`(<!-- ${name}: npm run generate -->\n)[^]*?(<!-- end of ${name} -->)`)
  if (!between.test(page)) throw new Error(`README.md has no place for the table of ${name}`)
  page = page.replace(between, (_, start, end) => `${start}\n${table}\n\n${end}`)
}
const biome = path.join(house, 'node_modules/@biomejs/biome/bin/biome')
const format = [biome, 'format', '--stdin-file-path=README.md']
bring(readme, execFileSync(process.execPath, format, { cwd: house, input: page, encoding: 'utf8' }))
