// Removes the types of sources, file by file; `tsc` checks them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { transformSync } from 'rolldown/utils'
import { root } from './sources.mjs'

/** Of a source; throws where it cannot be parsed. `imports` is what becomes of names of files in it. */
export function withoutTypes(file, imports = 'rewrite') {
  const { code, map, errors } = transformSync(file, readFileSync(file, 'utf8'), {
    ...{ tsconfig: false, target: 'es2023', sourcemap: true },
    typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: imports === 'rewrite' && 'rewrite' },
    jsx: { runtime: 'automatic', importSource: 'preact' },
  })
  if (errors.length > 0) throw new SyntaxError(errors.map(error => error.codeframe ?? error.message).join('\n'))
  return { code, map }
}

/** Writes each of these files as JavaScript, with a map of its lines, under its path below `folder`. */
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
