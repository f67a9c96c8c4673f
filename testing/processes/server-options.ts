import { randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { deriveSecretKeys } from '../../storage/secrets/secret-keys.ts'
import { SHARED_WORKERS } from './shared-workers.ts'

/** What servers in tests are started with, beside a database. */
export const TEST_SERVER = {
  host: '127.0.0.1',
  port: 0,
  patience: 30,
  name: 'Colloquy',
  rateLimits: false,
  secret: Buffer.alloc(32, 1),
  personKey: Buffer.alloc(32, 2),
  secretKeys: deriveSecretKeys(Buffer.alloc(32, 3), undefined, randomBytes),
  workers: SHARED_WORKERS,
  log: pino({ level: 'silent' }),
}
