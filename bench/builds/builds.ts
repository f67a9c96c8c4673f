import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** This checkout. */
export const ROOT = path.resolve(import.meta.dirname, '../..')

/** Behind the labels of what the other build plays. */
export const BEFORE = ', before'

/** A checkout of this repository with its build. */
export interface Build {
  root: string
  /** Behind the labels of its contenders. */
  suffix: '' | typeof BEFORE
}

/** This build, and the one in `folder` where there is one. */
export function buildsBeside(folder: string | undefined): [Build, ...Build[]] {
  const own: Build = { root: ROOT, suffix: '' }
  if (folder === undefined) return [own]
  const root = path.resolve(folder)
  if (!existsSync(path.join(root, 'dist/main.js'))) throw new Error(`no build in ${root}: there is no dist/main.js`)
  return [own, { root, suffix: BEFORE }]
}

/** Its commit, or the folder's name where it is no checkout. */
export function nameOf({ root }: Build): string {
  if (!existsSync(path.join(root, '.git'))) return path.basename(root)
  return execFileSync('git', ['-C', root, 'rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
}

/** What `npm start` runs once the build is done, with its flags; or another entry with its arguments. */
export function startLine(root: string, entry = [path.join(root, 'dist/main.js')]): string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  const flags = /node (--.*)? *dist\/main\.js$/.exec(scripts.start)?.[1]?.trim().split(/ +/) ?? []
  return [process.execPath, ...flags, ...entry]
}
