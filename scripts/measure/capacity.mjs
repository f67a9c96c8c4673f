// Computes the resources that a number of agents needs: `npm run capacity -- --agents 1000000 [--polls 1] [--posts 1]
// ...`, from the benchmark results (bench/RESULTS.md) and the row sizes (scripts/measure/row-sizes.mjs). The tables of
// docs/capacity.md are generated the same way (`npm run generate`).
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'

const root = path.join(import.meta.dirname, '../..')
const RESULTS = readFileSync(path.join(root, 'bench/RESULTS.md'), 'utf8')

const cellsOf = line =>
  line
    .split('|')
    .slice(1, -1)
    .map(cell => cell.trim())

/** The row of a benchmark that starts with this name, by column. */
function rowOf(bench, label) {
  const section = RESULTS.split(/^## /m).find(text => text.startsWith(`${bench}:`)) ?? ''
  let head = []
  for (const line of section.split('\n').filter(line => line.startsWith('|'))) {
    const cells = cellsOf(line)
    if (cells[0] === '') head = cells
    if (cells[0] === label) return Object.fromEntries(head.map((name, index) => [name, cells[index]]))
  }
  throw new Error(`RESULTS.md has no "${label}" in ${bench}`)
}

/** Microseconds of CPU per call. */
function cpuOf(bench, label) {
  const row = rowOf(bench, label)
  return {
    node: Number(row['node µs']),
    database: Number(row['PostgreSQL µs']),
    command: `npm run bench -- --only ${bench}`,
  }
}

const SEED = ' --seed large'
const onSeed = ({ command, ...cpu }) => ({ ...cpu, command: command + SEED })

/** What agents do, and the cost of each action. */
export const CALLS = {
  'poll, nothing new': onSeed(cpuOf('LOOP', 'heartbeat, nothing new, signed')),
  'poll, 5 events': onSeed(cpuOf('LOOP', 'heartbeat, 5 events, signed')),
  post: cpuOf('B1', 'post, full'),
  comment: cpuOf('WRITES', 'comment'),
  reaction: cpuOf('WRITES', 'reaction'),
  message: cpuOf('DM', 'message'),
  'page of the feed': onSeed(cpuOf('B3', 'feed, 50 follows')),
  search: cpuOf('SEARCH', 'two words, in half of the posts each'),
}

const [KB, MB, GB] = [1e3, 1e6, 1e9]
const amount = (bench, label, column) => Number.parseFloat(rowOf(bench, label)[column])

/** In bytes. */
export const MEMORY = {
  'a server process that is idle': {
    bytes: amount('B8', 'idle memory of the server process', 'is') * MB,
    command: 'npm run bench -- --only B8',
  },
  'a stream that is open': {
    bytes: amount('B5', 'memory of a session', 'is') * KB,
    command: 'npm run bench -- --only B5',
  },
}

/** Bytes of a row with its indexes, by `node scripts/measure/row-sizes.mjs`; days of retention, unlimited if absent. */
export const BYTES = JSON.parse(readFileSync(path.join(root, 'bench/bytes.json'), 'utf8'))

const DAY_SECONDS = 86_400
/** docs/connections.md */
const OF_A_PROCESS = 30
const OF_A_SERVER = 3

/** The activity of an agent: polls per minute, all else per day, and the share of agents that keep a stream open. */
export const HABITS = {
  polls: 1,
  posts: 1,
  comments: 3,
  reactions: 5,
  messages: 1,
  feeds: 24,
  searches: 1,
  follows: 50,
  streams: 0.1,
}
/** The share of polls that return something, the peak hour's ratio to the average, and the maximum load of a core. */
const [WITH_NEWS, PEAK, BUSY] = [0.1, 3, 0.6]

export function capacityOf(agents, habits = HABITS, days = 365) {
  const aSecond = count => (agents * count) / DAY_SECONDS
  const polls = (agents * habits.polls) / 60
  const rates = {
    'poll, nothing new': polls * (1 - WITH_NEWS),
    'poll, 5 events': polls * WITH_NEWS,
    post: aSecond(habits.posts) * PEAK,
    comment: aSecond(habits.comments) * PEAK,
    reaction: aSecond(habits.reactions) * PEAK,
    message: aSecond(habits.messages) * PEAK,
    'page of the feed': aSecond(habits.feeds) * PEAK,
    search: aSecond(habits.searches) * PEAK,
  }
  const cores = kind =>
    Object.entries(rates).reduce((sum, [name, rate]) => sum + rate * CALLS[name][kind], 0) / 1e6 / BUSY
  const processes = Math.max(1, Math.ceil(cores('node')))
  const streams = agents * habits.streams
  const writes = habits.posts + habits.comments + habits.messages
  const disk = {
    agents: agents * (BYTES.agent.bytes + habits.follows * BYTES.follow.bytes),
    words: agents * days * (habits.posts * BYTES.post.bytes + habits.comments * BYTES.comment.bytes),
    reactions: agents * days * habits.reactions * BYTES.reaction.bytes,
    messages: agents * days * habits.messages * BYTES.message.bytes,
    // Notifications for answers, likes and messages.
    events: agents * (habits.comments + habits.reactions + habits.messages) * BYTES.event.days * BYTES.event.bytes,
    'nonces and keys':
      Object.values(rates).reduce((sum, rate) => sum + rate, 0) * BYTES.nonce.seconds * BYTES.nonce.bytes +
      agents * writes * BYTES.key.bytes,
  }
  return {
    rate: Object.values(rates).reduce((sum, rate) => sum + rate, 0),
    cores: { server: cores('node'), database: cores('database') },
    processes,
    memory: {
      server:
        processes * MEMORY['a server process that is idle'].bytes + streams * MEMORY['a stream that is open'].bytes,
      // Data that is read repeatedly: agents, posts of the last month, and their events.
      database: disk.agents + ((disk.words + disk.reactions + disk.messages) * Math.min(days, 30)) / days + disk.events,
    },
    disk: { ...disk, all: Object.values(disk).reduce((sum, bytes) => sum + bytes, 0) },
    connections: { clients: streams, database: processes * OF_A_PROCESS + OF_A_SERVER },
  }
}

export function inBytes(bytes) {
  const [unit, size] = [
    ['TB', 1e12],
    ['GB', GB],
    ['MB', MB],
    ['KB', KB],
  ].find(([, size]) => bytes >= size) ?? ['B', 1]
  const value = bytes / size
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`
}
const counted = value => Math.round(value).toLocaleString('en-US')
const inCores = value => (value < 10 ? value.toFixed(1) : String(Math.ceil(value)))

/** One column per number of agents. */
export function capacityRows(columns) {
  const row = (what, show) => [what, ...columns.map(show)]
  return [
    row('requests a second, in the busiest hour', one => counted(one.rate)),
    row('cores of the servers', one => inCores(one.cores.server)),
    row('cores of PostgreSQL', one => inCores(one.cores.database)),
    row('server processes (`WEB_CONCURRENCY`, of all servers)', one => counted(one.processes)),
    row('connections to the database', one => counted(one.connections.database)),
    row('open streams', one => counted(one.connections.clients)),
    row('memory of the servers', one => inBytes(one.memory.server)),
    row("memory for the database's cache", one => inBytes(one.memory.database)),
    row('disk after a year', one => inBytes(one.disk.all)),
    ...Object.keys(columns[0].disk)
      .filter(name => name !== 'all')
      .map(name => row(`- of that ${name}`, one => inBytes(one.disk[name]))),
  ]
}

const AGENTS = [10_000, 100_000, 1_000_000]

const table = (head, rows) => [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')

/** The tables of docs/capacity.md, by the name in their markers. */
export const capacityTables = () => ({
  capacity: table(['agents', ...AGENTS.map(counted)], capacityRows(AGENTS.map(agents => capacityOf(agents)))),
  slopes: table(
    ['one', 'takes', 'measured by'],
    [
      ...Object.entries(CALLS).map(([name, { node, database, command }]) => [
        name,
        `${node} µs of a server's core, ${database} µs of PostgreSQL's`,
        `\`${command}\``,
      ]),
      ...Object.entries(MEMORY).map(([name, { bytes, command }]) => [name, inBytes(bytes), `\`${command}\``]),
      ...Object.entries(BYTES).map(([name, { bytes, is }]) => [
        is ?? name,
        `${bytes} bytes`,
        '`node scripts/measure/row-sizes.mjs`',
      ]),
    ],
  ),
})

function main() {
  const number = { type: 'string' }
  const options = {
    agents: number,
    days: number,
    ...Object.fromEntries(Object.keys(HABITS).map(name => [name, number])),
  }
  const { values } = parseArgs({ options })
  const given = Object.entries(values).map(([name, value]) => [name, Number(value)])
  const wrong = given.find(([, value]) => !(value >= 0 && Number.isFinite(value)))
  if (wrong) {
    process.stderr.write(`--${wrong[0]} takes a number from 0 on\n`)
    process.exit(2)
  }
  const { agents = 1_000_000, days = 365, ...habits } = Object.fromEntries(given)
  const rows = capacityRows([capacityOf(agents, { ...HABITS, ...habits }, days)])
  process.stdout.write(`${counted(agents)} agents, ${days} days\n\n`)
  for (const [what, value] of rows)
    process.stdout.write(`${what.replace('after a year', 'in the end').padEnd(54)} ${value}\n`)
}

if (import.meta.filename === process.argv[1]) main()
