import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, join } from 'node:path'

const PREFIX = 'binaries-'

/** Of the package that the folder belongs to, or of the copy itself. */
export function versionOf(native: string): string {
  const name = basename(native)
  if (name.startsWith(PREFIX)) return name.slice(PREFIX.length)
  const text = readFileSync(join(native, '../package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

export const copyNameOf = (version: string): string => `${PREFIX}${version}`

const majorOf = (version: string): number => Number.parseInt(version, 10)

/**
 * Stores the programs next to the data, which only this version can read: an update of the package brings others. Hard
 * links where possible, which take no space. Copies of other minor versions are deleted.
 */
export function cacheBinaries(native: string, home: string): void {
  if (native.startsWith(join(home, PREFIX))) return
  const version = versionOf(native)
  const cached = join(home, copyNameOf(version))
  for (const { name, version: other } of listCached(home)) {
    if (other !== version && majorOf(other) === majorOf(version)) rmSync(join(home, name), { recursive: true })
  }
  if (existsSync(cached)) return
  const part = `${cached}.part`
  rmSync(part, { recursive: true, force: true })
  copyTree(native, part)
  renameSync(part, cached)
}

/** Of a major version, if they are stored. */
export function findCachedBinaries(home: string, major: number): string | undefined {
  const found = listCached(home).find(({ version }) => majorOf(version) === major)
  return found && join(home, found.name)
}

export function deleteCachedBinaries(home: string, major: number): void {
  const found = findCachedBinaries(home, major)
  if (found) rmSync(found, { recursive: true })
}

const listCached = (home: string): { name: string; version: string }[] =>
  readdirSync(home)
    .filter(name => name.startsWith(PREFIX) && !name.endsWith('.part'))
    .map(name => ({ name, version: name.slice(PREFIX.length) }))

function copyTree(from: string, to: string): void {
  mkdirSync(to, { mode: 0o755 })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) copyTree(source, target)
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else copyFile(source, target)
  }
}

function copyFile(source: string, target: string): void {
  try {
    linkSync(source, target)
  } catch {
    // Another file system, or one without hard links.
    copyFileSync(source, target)
  }
}
