import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Mutant, mutate } from './rules.ts'

/** A copy of a checkout whose sources get one defect after the other. */
export type Copy = { root: string; dataDir: string; remove(): void }

/** A mutant that cannot be tried. */
export class CannotTry extends Error {}

const LEFT = new Set(['node_modules', '.git', 'data', 'coverage'])

/** Includes the build, so that only changed files are compiled again. */
export function copyCheckout(checkout: string): Copy {
  const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-mutants-'))
  const root = path.join(folder, 'checkout')
  mkdirSync(root)
  const filter = (source: string) => path.dirname(source) !== checkout || !LEFT.has(path.basename(source))
  cpSync(checkout, root, { recursive: true, preserveTimestamps: true, filter })
  symlinkSync(path.join(checkout, 'node_modules'), path.join(root, 'node_modules'))
  return { root, dataDir: path.join(folder, 'data'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function run(root: string, command: string, words: string[]): { isDone: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd: root, encoding: 'utf8' })
  return { isDone: status === 0, output: `${stdout}${stderr}`.trim() }
}

/** Runs `attempt` on the copy with the defect in its sources and takes the defect back. */
export async function withDefect<Result>({ root }: Copy, mutant: Mutant, attempt: () => Promise<Result>) {
  const file = path.join(root, mutant.file)
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, mutate(text, mutant))
  try {
    return await attempt()
  } finally {
    writeFileSync(file, text)
  }
}

/** Those of the files of tests that fall. */
export const failingTests = ({ root }: Copy, files: readonly string[]): string[] =>
  files.filter(file => !run(root, process.execPath, ['dist/testing/test-runner.js', file]).isDone)

export function build({ root }: Copy): void {
  const { isDone, output } = run(root, process.execPath, ['build.mjs'])
  if (!isDone) throw new CannotTry(`it does not build: ${output}`)
}
