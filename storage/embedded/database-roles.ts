import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/** Owns the embedded database: it makes roles and migrates, and does nothing else. */
export const SUPERUSER = 'app'
/** What everything else connects as. */
export const PLAIN_ROLE = 'colloquy'

export type Passwords = Record<typeof SUPERUSER | typeof PLAIN_ROLE, string>

export const drawPasswords = (): Passwords => ({ [SUPERUSER]: draw(), [PLAIN_ROLE]: draw() })

const draw = () => randomBytes(32).toString('base64url')

// Rounds make guessing slow where people choose passwords. Nobody guesses 256 bits, and 4,096 rounds are 2 ms for each
// new connection.
const ROUNDS = 1

/** What PostgreSQL keeps of a password, and takes in its place: the password itself is never sent to it. */
export function scramVerifier(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, ROUNDS, 32, 'sha256')
  const keyed = (name: string) => createHmac('sha256', salted).update(name).digest()
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${storedKey}:${keyed('Server Key').toString('base64')}`
}

/** Gives both roles their passwords, and the plain one its rights in this database. Running it again changes nothing. */
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

/** The rows of all tables, of those of later migrations too, and no table. Functions are everybody's to call. */
export const RIGHTS = `
  grant usage on schema public to ${PLAIN_ROLE};
  grant select, insert, update, delete on all tables in schema public to ${PLAIN_ROLE};
  grant usage, select on all sequences in schema public to ${PLAIN_ROLE};
  alter default privileges in schema public grant select, insert, update, delete on tables to ${PLAIN_ROLE};
  alter default privileges in schema public grant usage, select on sequences to ${PLAIN_ROLE}`
