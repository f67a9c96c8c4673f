// Finds statements in migrations that are unsafe for existing tables while servers of the previous version continue to
// write.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.join(import.meta.dirname, '../../storage/migrations')

/** Migrations up to this number are older than the rule. */
const LANDED = 15
/** Renames from before the first release, when no server of a previous version runs anywhere. */
const RENAMES = ['0055_plain_column_names.sql', '0059_plain_stored_names.sql']
/** The same limit as in biome.json for TypeScript. */
const MOST_LINES = 350
const STEPWISE = '-- statement by statement'

const TABLE = '(?:if exists )?(?:only )?"?([a-z_]+)"?'
const VOLATILE = /\bdefault\s+(?!pg_catalog\b)[a-z_]+\s*\(|generated (always|by default) as|\bserial\b|\bbigserial\b/

/** For each pattern: the table, and the recommended alternative. */
const OFFENCES = [
  {
    found: new RegExp(`^create (?:unique )?index (?!concurrently)[\\s\\S]*?\\bon ${TABLE}`),
    instead: `is built while writers wait: begin the file with "${STEPWISE}", and say create index concurrently if not exists`,
  },
  {
    found: new RegExp(`^alter table ${TABLE}[\\s\\S]*\\balter (?:column )?\\S+ (?:set data )?type\\b`),
    instead: 'rewrites the table while everybody waits: add another column, and fill it by a job in batches',
  },
  {
    found: new RegExp(`^alter table ${TABLE}[\\s\\S]*\\balter (?:column )?\\S+ set not null`),
    instead:
      'reads the whole table while everybody waits: add check (column is not null) not valid, and validate it stepwise',
  },
  {
    found: new RegExp(
      `^alter table ${TABLE}(?=[\\s\\S]*\\badd (?:constraint \\S+ )?(?:check|foreign key|primary key|unique|exclude)\\b)(?![\\s\\S]*(?:\\bnot valid\\b|\\busing index\\b))`,
    ),
    instead:
      'judges all rows while writers wait: say not valid and validate it stepwise, or using index of one built concurrently',
  },
  {
    found: new RegExp(`^alter table ${TABLE}(?=[\\s\\S]*\\badd (?:column )?(?!constraint)\\S+ [^,]*\\breferences\\b)`),
    instead:
      'judges all rows while writers wait: add the column, then the constraint not valid, and validate it stepwise',
  },
  {
    found: new RegExp(
      `^alter table ${TABLE}(?=[\\s\\S]*\\badd (?:column )?(?!constraint)[\\s\\S]*(?:${VOLATILE.source}))`,
    ),
    instead: 'rewrites the table while everybody waits: add the column without a default, then set the default',
  },
  {
    found: new RegExp(`^alter table ${TABLE}(?=[\\s\\S]*\\b(?:rename|set (?:un)?logged|set tablespace)\\b)`),
    instead: 'takes from the version before what it reads: add the new, and drop the old a version later',
  },
  {
    found: new RegExp(`^(?:update|delete from) ${TABLE}`),
    instead: 'holds rows until it ends, and writers wait: let a job do it in batches',
  },
  {
    found: new RegExp(`^(?:lock table|cluster|vacuum full|reindex(?! \\w+ concurrently)) ?${TABLE}?`),
    instead: 'has everybody wait',
  },
]

const STEPS =
  /^(create (unique )?index concurrently if not exists|drop index concurrently if exists|alter table \S+ validate constraint|reindex index concurrently)\b/

const statementsOf = text =>
  text
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/--.*$/gm, '')
    .split(';')
    .map(statement => statement.trim().toLowerCase().replace(/\s+/g, ' '))
    .filter(statement => statement !== '')

/** The defects of a migration, one per line. */
export function judge(text) {
  const statements = statementsOf(text)
  if (text.startsWith(STEPWISE)) {
    return statements
      .filter(statement => !STEPS.test(statement))
      .map(statement => `"${statement.slice(0, 60)}" is no step that can be begun anew`)
  }
  const own = new Set(
    statements.flatMap(
      statement => /^create (?:unlogged )?table (?:if not exists )?"?([a-z_]+)/.exec(statement)?.[1] ?? [],
    ),
  )
  const faults = statements.flatMap(statement =>
    OFFENCES.flatMap(({ found, instead }) => {
      const [, table] = found.exec(statement) ?? []
      return found.test(statement) && !own.has(table) ? [`"${statement.slice(0, 60)}" ${instead}`] : []
    }),
  )
  const concurrent = statements.filter(statement => /\bconcurrently\b/.test(statement))
  return [
    ...faults,
    ...concurrent.map(statement => `"${statement.slice(0, 60)}" needs "${STEPWISE}" as the first line`),
  ]
}

/** Guards against a check that finds nothing. */
const SAMPLES = [
  [1, 'create index post_x on post (x)'],
  [1, 'create unique index post_x on post (x)'],
  [1, 'alter table post alter column n type bigint'],
  [1, 'alter table post alter column n set not null'],
  [1, 'alter table post add constraint c check (n > 0)'],
  [1, 'alter table post add constraint c foreign key (n) references agent (id)'],
  [1, 'alter table post add column agent_id uuid references agent (id)'],
  [1, 'alter table post add column made_at timestamptz not null default clock_timestamp()'],
  [1, 'alter table post add column n bigint generated always as identity'],
  [1, 'alter table post rename column n to m'],
  [1, 'update post set n = 1'],
  [1, 'delete from post where n = 1'],
  [1, 'lock table post'],
  [1, 'create index concurrently if not exists post_x on post (x)'],
  [1, `${STEPWISE}\ncreate index concurrently post_x on post (x)`],
  [1, `${STEPWISE}\nalter table post add column n int`],
  [
    0,
    `${STEPWISE}\ncreate index concurrently if not exists post_x on post (x);\nalter table post validate constraint c`,
  ],
  [0, 'create table thing (n int references post (id)); create index thing_n on thing (n); update thing set n = 1'],
  [
    0,
    'alter table post add column n int not null default 0; alter table post add constraint c check (n > 0) not valid',
  ],
  [0, 'create function f() returns void language sql as $$ update post set n = 1 $$'],
  [0, 'alter table post alter column made_at set default clock_timestamp()'],
]

const faults = SAMPLES.filter(([count, text]) => judge(text).length !== count).map(
  ([count, text]) => `of ${count} faults ${judge(text).length} are found in: ${text}`,
)
const names = readdirSync(folder).filter(file => file.endsWith('.sql'))
for (const name of names) {
  const lines = readFileSync(path.join(folder, name), 'utf8').split('\n').length - 1
  if (lines > MOST_LINES) faults.push(`${name}: ${lines} lines, of ${MOST_LINES} that a file may have`)
}
for (const name of names.filter(file => /^\d{4}_/.test(file))) {
  if (Number(name.slice(0, 4)) <= LANDED || RENAMES.includes(name)) continue
  faults.push(...judge(readFileSync(path.join(folder, name), 'utf8')).map(fault => `${name}: ${fault}`))
}
for (const fault of faults) process.stdout.write(`${fault}\n`)
process.exitCode = faults.length > 0 ? 1 : 0
