// The table of docs/scale.md: which features of PostgreSQL the schema and the statements use, and which database
// engines support them. Features that are no longer used disappear from it, and unknown ones fail the check, so that a
// change that narrows the choice of engines is noticed in review.
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { read, root, Unfit } from './declared-tables.mjs'

const SCHEMA = 'storage/db/schema.sql'

const filesIn = (folder, wanted) =>
  readdirSync(path.join(root, folder), { recursive: true })
    .filter(name => wanted.test(name))
    .map(name => path.join(folder, name))
    .sort()

const [yes, no, partly] = ['yes', '**no**', 'partly']

/** According to the engines' documentation, in the order of the columns. */
const ENGINES = ['CockroachDB', 'YugabyteDB', 'Aurora DSQL']

/** The patterns, for the schema (and the migrations, for triggers) or for the statements in the sources. */
const FEATURES = [
  {
    name: 'transition tables of triggers',
    in: 'schema',
    found: /\breferencing (?:new|old) table\b/i,
    has: [no, no, no],
  },
  { name: 'row triggers', in: 'schema', found: /\bfor each row\b/i, has: [yes, yes, no] },
  { name: 'functions in PL/pgSQL', in: 'schema', found: /\blanguage plpgsql\b/i, has: [partly, yes, no] },
  { name: 'deferrable foreign keys', in: 'schema', found: /\bdeferrable\b/i, has: [no, yes, no] },
  { name: 'tables partitioned by range', in: 'schema', found: /\bpartition by range\b/i, has: [partly, yes, no] },
  { name: '`xid8` and snapshots', in: 'schema', found: /\bxid8\b/i, has: [no, no, no] },
  {
    name: 'stored generated columns',
    in: 'schema',
    found: /\bgenerated always as \([^;]*?\) stored\b/i,
    has: [yes, partly, no],
  },
  { name: 'partial indexes', in: 'schema', found: /\bcreate (?:unique )?index [^;]*\bwhere\b/i, has: [yes, yes, no] },
  { name: 'indexes of expressions', in: 'schema', found: /\bon public\.\w+ using btree \(\w+\(/i, has: [yes, yes, no] },
  { name: '`tsvector` and GIN indexes', in: 'schema', found: /\busing gin\b/i, has: [partly, partly, no] },
  { name: 'BRIN indexes', in: 'schema', found: /\busing brin\b/i, has: [no, no, no] },
  {
    name: '`pg_trgm`',
    in: 'schema',
    found: /\bcreate extension (?:if not exists )?pg_trgm\b/i,
    has: [partly, yes, no],
  },
  { name: 'advisory locks', in: 'statements', found: /\bpg_(?:try_)?advisory_/, has: [no, yes, no] },
  { name: '`LISTEN` and `NOTIFY`', in: 'statements', found: /\bpg_notify\b|\.listen\(/, has: [no, partly, no] },
  { name: '`for update skip locked`', in: 'statements', found: /\bskip locked\b/, has: [yes, yes, no] },
]

/** To use another one, add it here with the engines that support it. */
const KNOWN = [
  { kind: 'extension', found: /\bcreate extension (?:if not exists )?(\w+)/gi, names: ['pg_trgm'] },
  { kind: 'index method', found: /\bcreate (?:unique )?index [^;]*? using (\w+)/gi, names: ['btree', 'gin', 'brin'] },
  { kind: 'language', found: /^\s*LANGUAGE (\w+)/gm, names: ['sql', 'plpgsql'] },
  { kind: 'partitioning', found: /\bpartition by (\w+) \(/gi, names: ['range'] },
  { kind: 'operator class', found: /\b(\w+_ops)\b/gi, names: ['gin_trgm_ops'] },
]

export function databaseFeatures() {
  const schema = [SCHEMA, ...filesIn('storage/migrations', /\.sql$/)].map(read).join('\n')
  const sources = filesIn('storage', /(?<!\.test)\.ts$/).map(read)
  for (const { kind, found, names } of KNOWN) {
    const other = [...schema.matchAll(found)].map(([, name]) => name.toLowerCase()).find(name => !names.includes(name))
    if (other)
      throw new Unfit(`scripts/generate/database-features.mjs does not say which engines have the ${kind} ${other}`)
  }
  const texts = { schema: [schema], statements: sources }
  const used = FEATURES.filter(feature => texts[feature.in].some(text => feature.found.test(text)))
  const rows = used.map(({ name, in: place, has }) => `| ${[name, place, ...has].join(' | ')} |`)
  const head = ['feature', 'used by', ...ENGINES]
  return { features: [`| ${head.join(' | ')} |`, `|${' --- |'.repeat(head.length)}`, ...rows].join('\n') }
}
