import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Path of a file in this folder that is not compiled, from `dist/` or from the sources. */
export function sourcePath(name: string): string {
  const source = fileURLToPath(new URL(`../../conformance/${name}`, import.meta.url))
  return existsSync(source) ? source : fileURLToPath(new URL(name, import.meta.url))
}
