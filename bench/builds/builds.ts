import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** This checkout. */
export const ROOT = path.resolve(import.meta.dirname, '../../..')

/** Appended to the labels of the other build's measurements. */
export const BEFORE = ', before'

/** A checkout of this repository with its build. */
export interface Build {
  root: string
  /** Appended to the labels of its contenders. */
  suffix: '' | typeof BEFORE
}

/** This build, and the one in `folder` if given. */
export function buildsBeside(folder: string | undefined): [Build, ...Build[]] {
  const own: Build = { root: ROOT, suffix: '' }
  if (folder === undefined) return [own]
  const root = path.resolve(folder)
  const { main } = startOf(root)
  if (!existsSync(path.join(root, main))) throw new Error(`no build in ${root}: there is no ${main}`)
  return [own, { root, suffix: BEFORE }]
}

/** Its commit, or the folder's name if it is not a checkout. */
export function nameOf({ root }: Build): string {
  if (!existsSync(path.join(root, '.git'))) return path.basename(root)
  return execFileSync('git', ['-C', root, 'rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
}

/** The command line that `npm start` runs after the build; or another entry with its arguments. */
export function startLine(root: string, entry?: string[]): string[] {
  const { flags, main } = startOf(root)
  return [process.execPath, ...flags, ...(entry ?? [path.join(root, main)])]
}

function startOf(root: string): { flags: string[]; main: string } {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  const [, flags = '', main = ''] = /node (--.*)? *((?:bundle|dist)\/main\.js)$/.exec(scripts.start) ?? []
  return { flags: flags.trim().split(/ +/).filter(Boolean), main }
}
