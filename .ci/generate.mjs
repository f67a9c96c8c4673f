// Writes tools/registry.ts from the file tree; with --check, fails where it differs from what is committed.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..', 'tools')
const target = path.join(root, 'registry.ts')

const tools = readdirSync(root, { recursive: true })
  .filter(file => file.endsWith('.ts') && !/\.(test|testing|job)\.ts$/.test(file))
  .sort()
  .flatMap(file => {
    const source = readFileSync(path.join(root, file), 'utf8')
    const found = /^export const (\w+) = define(Public)?Tool\(\{\n {2}name: '(\w+)'/m.exec(source)
    return found ? [{ file, constant: found[1], isPublic: found[2] !== undefined, name: found[3] }] : []
  })

for (const { file, name, constant } of tools) {
  const kebab = name.replaceAll('_', '-')
  const camel = name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())
  if (path.basename(file) !== `${kebab}.ts` || constant !== camel) {
    process.stderr.write(`${file}: the tool ${name} stands in ${kebab}.ts as ${camel}\n`)
    process.exit(1)
  }
}

const list = (name, type, members) =>
  `export const ${name}: readonly ${type}[] = [\n${members.map(({ constant }) => `  ${constant},\n`).join('')}]\n`

const text = `// Written by \`npm run generate\` from the file tree.
${tools.map(({ file, constant }) => `import { ${constant} } from './${file}'\n`).join('')}
${list(
  'TOOLS',
  'Tool',
  tools.filter(tool => !tool.isPublic),
)}
${list(
  'PUBLIC_TOOLS',
  'PublicTool',
  tools.filter(tool => tool.isPublic),
)}`.replace('import {', "import type { PublicTool, Tool } from './define.ts'\nimport {")

if (process.argv.includes('--check')) {
  if (readFileSync(target, 'utf8') !== text) {
    process.stderr.write('tools/registry.ts is not what the file tree says: npm run generate\n')
    process.exit(1)
  }
} else writeFileSync(target, text)
