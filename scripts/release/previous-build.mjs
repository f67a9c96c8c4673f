// Builds an earlier version of this repository next to this one, for the upgrade rehearsals.
import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import path from 'node:path'

/** The last version before the migrations were consolidated; later versions refuse its database. */
export const EARLIER = 'afa89f76'

const root = path.join(import.meta.dirname, '../..')
const git = (...words) => execFileSync('git', words, { cwd: root, stdio: ['ignore', 2, 2] })

/** Checks a commit out into a new folder, and builds it and this checkout. */
export function buildEarlier(commit, folder) {
  git('worktree', 'add', '--detach', folder, commit)
  const isSame = ['package-lock.json', 'patches'].every(
    file => execFileSync('git', ['diff', '--name-only', commit, 'HEAD', '--', file], { cwd: root }).length === 0,
  )
  if (isSame) symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: ['ignore', 2, 2] })
  for (const cwd of [folder, root]) execFileSync(process.execPath, ['build.mjs'], { cwd, stdio: ['ignore', 2, 2] })
}

export const removeEarlier = folder => git('worktree', 'remove', '--force', folder)
