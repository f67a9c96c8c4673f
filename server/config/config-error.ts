import { UnusableDatabase } from '../../storage/db/errors.ts'
import { UnusableDataDir } from '../../storage/embedded/data-dir.ts'

/** Exit code for an invalid configuration: EX_CONFIG of sysexits.h. */
export const EXIT_CONFIG = 78

/** An invalid value; the message is one line with the variable and the reason, without the value itself. */
export class ConfigError extends Error {}

/** Connection errors of PostgreSQL, by SQLSTATE. */
const REFUSALS: Readonly<Record<string, string>> = {
  '28P01': 'the password is wrong, or the role does not exist',
  '28000': 'pg_hba.conf does not allow this role to connect from here, or requires TLS, or the role does not exist',
  '3D000': 'the database does not exist; create it with createdb',
  '42501': 'the role lacks a privilege, such as CREATE on the schema',
}

/** Whether the configuration is at fault: wrong names or passwords, or a role without a required privilege. */
export function toConfigError(error: unknown): unknown {
  if (error instanceof UnusableDatabase) return new ConfigError(`DATABASE_URL: ${error.message}`)
  const code = codeOf(error)
  const refusal = REFUSALS[code] ?? (/^(28|3D)/.test(code) ? 'the database rejects the connection' : undefined)
  return refusal === undefined ? error : new ConfigError(`DATABASE_URL: ${refusal} (${code})`)
}

/** The database is closed, absent, full, or on a disk or network that does not respond. */
const UNUSABLE = new Set([
  'EACCES',
  'EEXIST',
  'ELOOP',
  'ENAMETOOLONG',
  'ENOENT',
  'ENOTDIR',
  'EPERM',
  'EROFS',
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'ENXIO',
  'ENODEV',
  'ESTALE',
  'ENOTCONN',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ETIMEDOUT',
  'EREMOTEIO',
])

/** An unusable data directory is the configuration's fault too: missing, not writable, or incomplete. */
export function toDataDirError(error: unknown, dataDir: string): unknown {
  const code = codeOf(error)
  if (error instanceof UnusableDataDir || error instanceof UnusableDatabase)
    return new ConfigError(`DATA_DIR: ${error.message}`)
  if (/^28/.test(code)) return new ConfigError(`DATA_DIR: the database rejects the passwords stored there (${code})`)
  const isOfFiles =
    error instanceof Error && 'path' in error && !String((error as NodeJS.ErrnoException).syscall).startsWith('spawn')
  return isOfFiles && UNUSABLE.has(code) ? new ConfigError(`DATA_DIR: ${dataDir} is not writable (${code})`) : error
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code)
