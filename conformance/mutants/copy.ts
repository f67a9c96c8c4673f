import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A copy of a checkout that takes a patch and gives it back. */
export type Copy = { root: string; dataDir: string; remove(): void }

/** A patch that cannot be tried. */
export class CannotTry extends Error {}

const LEFT = new Set(['node_modules', '.git', 'data', 'coverage'])

/** With its build, so that what a patch leaves alone is not compiled again. */
export function copyCheckout(checkout: string): Copy {
  const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-mutants-'))
  const root = path.join(folder, 'checkout')
  mkdirSync(root)
  const filter = (source: string) => path.dirname(source) !== checkout || !LEFT.has(path.basename(source))
  cpSync(checkout, root, { recursive: true, preserveTimestamps: true, filter })
  symlinkSync(path.join(checkout, 'node_modules'), path.join(root, 'node_modules'))
  return { root, dataDir: path.join(folder, 'data'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function run(root: string, command: string, words: string[]): { isDone: boolean; said: string } {
  // git leaves out what stands in a repository around the copy.
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: path.dirname(root) }
  const { status, stdout, stderr } = spawnSync(command, words, { cwd: root, encoding: 'utf8', env })
  return { isDone: status === 0, said: `${stdout}${stderr}`.trim() }
}

export function applyPatch({ root }: Copy, file: string): void {
  const { isDone, said } = run(root, 'git', ['apply', '--whitespace=nowarn', file])
  if (!isDone) throw new CannotTry(`the patch no longer applies: ${said}`)
}

export function revertPatch({ root }: Copy, file: string): void {
  const { isDone, said } = run(root, 'git', ['apply', '--reverse', '--whitespace=nowarn', file])
  if (!isDone) throw new Error(`cannot take back ${file}: ${said}`)
}

/** Those of the files of tests that fall. */
export const fallenTests = ({ root }: Copy, files: readonly string[]): string[] =>
  files.filter(file => !run(root, process.execPath, ['dist/testing/test-runner.js', file]).isDone)

export function build({ root }: Copy): void {
  const { isDone, said } = run(root, process.execPath, ['build.mjs', '--unchecked'])
  if (!isDone) throw new CannotTry(`the patch does not build: ${said}`)
}
