// Measures the share of reads that a standby serves while others write: `node scripts/measure/standby-reads.mjs
// [SECONDS]`, after a build. Runs a primary and its standby on this machine, without fsync. Each read is admitted like
// a request, by a statement that commits asynchronously and returns the log position.
import { SQL } from 'sql-template-strings'

const { useReplicas, untilKnown } = await import('../../dist/testing/processes/replicas.js')
const { openStandbys } = await import('../../dist/storage/db/standby-pools.js')
const { POSITION } = await import('../../dist/storage/db/timelines.js')

const SECONDS = Number(process.argv[2] ?? 20)
/** Per second. */
const RATES = [
  { reads: 100, writes: 0 },
  { reads: 100, writes: 50 },
  { reads: 100, writes: 500 },
  { reads: 500, writes: 0 },
  { reads: 500, writes: 5 },
  { reads: 500, writes: 50 },
]
const PATIENCE_MS = 50

const hooks = {}
const replicas = useReplicas({
  serial: { before: begin => Object.assign(hooks, { begin }) },
  after: { always: end => Object.assign(hooks, { end }) },
})

/** Calls it this many times a second, no matter how long each call takes. */
async function steadily(perSecond, call) {
  const under = []
  const begun = performance.now()
  for (let done = 0; performance.now() - begun < SECONDS * 1_000; ) {
    const due = Math.floor(((performance.now() - begun) / 1_000) * perSecond)
    while (done < due) under.push(call(done++))
    await new Promise(resolve => setTimeout(resolve, 1))
  }
  await Promise.all(under)
}

const median = values => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
const say = line => process.stdout.write(`${line}\n`)

async function measure(admissionDb, { reads, writes }) {
  const { db, open, primary, standbys } = replicas()
  const [standby] = standbys
  const lookDb = open(standby.address, { name: 'look', max: 1 })
  const messages = []
  const opened = openStandbys([{ name: 'standby', lookDb, reads: standby.db }], {
    ...{ primary: db, clock: Date.now, monotonic: () => performance.now(), patienceMs: PATIENCE_MS },
    tell: message => messages.push(message),
  })
  await opened.at(await replicas().position())
  await untilKnown(standby, (await replicas().position()).timeline)
  const writer = open(primary.owner, { name: 'writer', max: 4 })
  const counts = { reads: 0, near: 0, ms: [] }
  const read = async () => {
    const position = await admissionDb.one(
      SQL`
        with spent as (insert into nonce (digest, expires_at) values (gen_random_uuid(), now()) returning 1)
        select `
        .append(POSITION)
        .append(' from spent'),
    )
    const begun = performance.now()
    const lease = await opened.at(position)
    counts.ms.push(performance.now() - begun)
    counts.reads++
    if (!lease) return
    counts.near++
    await lease.reads.many(SQL`select 1`)
  }
  const write = () =>
    writer.many(SQL`
      insert into idempotency (agent_id, tool, key, input_digest, kept, expires_at)
      values (gen_random_uuid(), 'post_message', gen_random_uuid()::text, sha256('x'), ${{ words: 'x'.repeat(800) }}, now())`)
  await Promise.all([steadily(reads, read), writes > 0 && steadily(writes, write)])
  opened.stop()
  const share = ((100 * counts.near) / counts.reads).toFixed(1)
  const left = messages.filter(message => message.endsWith('left out')).length
  say(
    `${reads} reads and ${writes} writes: ${share} %, position read in ${median(counts.ms).toFixed(1)} ms, standby excluded ${left} times`,
  )
}

await hooks.begin()
try {
  const { open, primary } = replicas()
  const admissionDb = open(primary.owner, { name: 'admission', max: 1, durable: false })
  say(`the share of reads that the standby served in ${SECONDS} s, by reads a second:`)
  for (const rates of RATES) await measure(admissionDb, rates)
} finally {
  await hooks.end()
}
