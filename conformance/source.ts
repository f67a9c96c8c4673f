import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Path of a file of this folder that is not compiled, from the sources or from `dist/`. */
export function sourcePath(name: string): string {
  const here = fileURLToPath(new URL(name, import.meta.url))
  return existsSync(here) ? here : fileURLToPath(new URL(`../../conformance/${name}`, import.meta.url))
}
