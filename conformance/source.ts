import { existsSync } from 'node:fs'
import path from 'node:path'

/** Path of a file in this folder that is not compiled, from `dist/` or from the sources. */
export function sourcePath(name: string): string {
  const source = path.join(import.meta.dirname, '../../conformance', name)
  return existsSync(source) ? source : path.join(import.meta.dirname, name)
}
