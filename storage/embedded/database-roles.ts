import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/** Owns the embedded database; only for creating roles and migrating. */
export const SUPERUSER = 'app'
/** The role for everything else. */
export const PLAIN_ROLE = 'colloquy'

export type Passwords = Record<typeof SUPERUSER | typeof PLAIN_ROLE, string>

export const drawPasswords = (): Passwords => ({ [SUPERUSER]: draw(), [PLAIN_ROLE]: draw() })

const draw = () => randomBytes(32).toString('base64url')

// Iterations protect passwords that people choose. These have 256 random bits, and 4,096 iterations cost 2 ms for each
// new connection.
const ROUNDS = 1

/** The SCRAM verifier of a password, which PostgreSQL stores: the password itself is never sent to it. */
export function scramVerifier(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, ROUNDS, 32, 'sha256')
  const keyed = (name: string) => createHmac('sha256', salted).update(name).digest()
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${storedKey}:${keyed('Server Key').toString('base64')}`
}

/** Sets the passwords of both roles, and the rights of the plain one in this database. Idempotent. */
export const rolesScript = (passwords: Passwords, database: string): string => `
  begin;
  do $$ begin
    if not exists (select from pg_roles where rolname = '${PLAIN_ROLE}') then create role ${PLAIN_ROLE}; end if;
  end $$;
  alter role ${PLAIN_ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
    password '${scramVerifier(passwords[PLAIN_ROLE])}';
  alter role ${SUPERUSER} password '${scramVerifier(passwords[SUPERUSER])}';
  revoke temporary on database ${database} from public;
  ${RIGHTS};
  commit`

/**
 * Rights on the rows of all tables, including later ones, but not to create tables. Functions are executable by
 * everybody.
 */
export const RIGHTS = `
  grant usage on schema public to ${PLAIN_ROLE};
  grant select, insert, update, delete on all tables in schema public to ${PLAIN_ROLE};
  grant usage, select on all sequences in schema public to ${PLAIN_ROLE};
  alter default privileges in schema public grant select, insert, update, delete on tables to ${PLAIN_ROLE};
  alter default privileges in schema public grant usage, select on sequences to ${PLAIN_ROLE}`
