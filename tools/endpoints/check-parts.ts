import { extensionUris } from '../broker/extensions.ts'
import type { Context } from '../kernel/context.ts'
import type { RunParts } from './check-run.ts'

type Given = Pick<RunParts, 'egress' | 'broker' | 'monotonic' | 'db' | 'transaction' | 'newId' | 'now'> &
  Pick<Context, 'installation'>

/** What a check works with, be it asked for or a job's. */
export function partsOf({ installation, ...given }: Given): RunParts {
  const { egress, broker, monotonic, db, transaction, newId, now } = given
  const { baseUrl } = installation
  return {
    egress,
    broker,
    monotonic,
    db,
    transaction,
    newId,
    now,
    extensions: extensionUris(baseUrl),
    jwks_uri: `${baseUrl}/.well-known/jwks.json`,
  }
}
