import { pino } from 'pino'

/** What servers in tests are started with, beside a database. */
export const TEST_SERVER = {
  host: '127.0.0.1',
  port: 0,
  name: 'Colloquy',
  rateLimits: false,
  secret: Buffer.alloc(32, 1),
  personKey: Buffer.alloc(32, 2),
  log: pino({ level: 'silent' }),
}
