import type { DoctorFinding } from '../../facade/cli/system-commands.ts'

export type { DoctorFinding }

export const okFinding = (check: string, detail: string): DoctorFinding => ({ check, state: 'ok', reported: detail })
export const changeNeeded = (check: string, detail: string): DoctorFinding => ({
  check,
  state: 'change',
  reported: detail,
})
export const unknownFinding = (check: string, detail: string): DoctorFinding => ({
  check,
  state: 'unknown',
  reported: detail,
})

/** A code of the system or of PostgreSQL; never the text of an error, which may contain secrets. */
export function codeOf(error: unknown): string {
  const { code, cause, name } = error as { code?: unknown; cause?: { code?: unknown }; name?: unknown }
  const found = [code, cause?.code].find(one => typeof one === 'string' && /^[A-Z0-9_]{3,40}$/.test(one))
  return String(found ?? (name === 'TimeoutError' ? 'timed out' : 'no answer'))
}
