import { extensionUris } from '../broker/extension-uris.ts'
import type { Context } from '../core/context.ts'
import type { RunParts } from './check-run.ts'

type Given = Pick<RunParts, 'egress' | 'broker' | 'monotonic' | 'db' | 'transaction' | 'newId' | 'now'> &
  Pick<Context, 'installation'>

/** Dependencies of a check, whether it is requested or run by a job. */
export function checkPartsOf({ installation, ...given }: Given): RunParts {
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
