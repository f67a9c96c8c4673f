import type { Logger } from 'pino'
import type { AdvanceMigrations } from '../../storage/db/migrate.ts'
import { createProgress, type Progress, type ProgressOutput } from './progress.ts'

interface Terms {
  isQuiet: boolean
  /** Where lines go if there is no terminal; by default, to the output. */
  log?: Pick<Logger, 'info'>
  output?: ProgressOutput
}

/** Shows which migration runs: a bar on a terminal, otherwise a line for each. */
export function showMigrations({ isQuiet, log, output = process.stderr }: Terms): AdvanceMigrations {
  let progress: Progress | undefined
  return (done, total, migration) => {
    if (isQuiet) return
    if (log && !output.isTTY) {
      if (migration !== undefined) log.info({ migration, done, total }, 'running a migration')
      return
    }
    progress ??= createProgress({ label: 'migrations', total, output })
    progress.advance(done, migration)
    if (done === total) progress.end()
  }
}
