// Removes the types of sources, one file at a time; `tsc` checks them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { transformSync } from 'rolldown/utils'
import { root } from './sources.mjs'

/** The JavaScript of a source; throws if it cannot be parsed. `imports` maps the file names that it imports. */
export function withoutTypes(file, imports = 'rewrite') {
  const { code, map, errors } = transformSync(file, readFileSync(file, 'utf8'), {
    ...{ tsconfig: false, target: 'es2023', sourcemap: true },
    typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: imports === 'rewrite' && 'rewrite' },
    jsx: { runtime: 'automatic', importSource: 'preact' },
  })
  if (errors.length > 0) throw new SyntaxError(errors.map(error => error.codeframe ?? error.message).join('\n'))
  return { code, map }
}

/** Writes each of these files as JavaScript with a source map, under its path below `folder`. */
export function transpile(names, folder) {
  for (const name of names) {
    const target = path.join(root, folder, name.replace(/\.tsx?$/, '.js'))
    const { code, map } = withoutTypes(path.join(root, name))
    const sources = [path.relative(path.dirname(target), path.join(root, name))]
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, `${code}//# sourceMappingURL=${path.basename(target)}.map\n`)
    writeFileSync(`${target}.map`, JSON.stringify({ ...map, sources, sourcesContent: undefined }))
  }
}
