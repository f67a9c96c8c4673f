import test from 'ava'
import { createLimitUsage } from '../../concurrency/resource-limits.ts'
import { createMeters } from './meters.ts'
import { createReporter } from './metrics-report.ts'
import { renderReports } from './render-metrics.ts'

const idle = {
  pools: { hot: { size: 4, waiting: () => 6 } },
  sequencerLagMs: () => 0,
  followers: () => 0,
  streams: () => 0,
  clockOffsetMs: () => 0,
  limitUsage: createLimitUsage(),
  lookAtPartitions: async () => [],
}

async function textOf(...all: ReturnType<typeof createMeters>[]): Promise<string> {
  const reporters = all.map(meters => createReporter(meters, idle))
  const { body } = await renderReports(await Promise.all(reporters.map(({ report }) => report())))
  for (const { stop } of reporters) stop()
  return body
}

const linesOf = (body: string, name: string) => body.split('\n').filter(line => line.startsWith(name))

test('a value counts in its bucket and all above; bounds are inclusive', async t => {
  const { countBatch, ...rest } = createMeters([])
  for (const size of [1, 2, 3, 256, 257]) countBatch('find posts', size)
  const buckets = linesOf(await textOf({ countBatch, ...rest }), 'colloquy_batch_size')
  t.deepEqual(
    buckets.map(line => line.replace('colloquy_batch_size', '').replace('statement="find posts"', '')),
    [
      ...['1', '2', '4', '8', '16', '32', '64', '128'].map(
        (le, index) => `_bucket{,le="${le}"} ${[1, 2, 3][index] ?? 3}`,
      ),
      '_bucket{,le="256"} 4',
      '_bucket{,le="+Inf"} 5',
      '_sum{} 519',
      '_count{} 5',
    ],
  )
})

test('the counts of several processes are added', async t => {
  const [one, two] = [createMeters(['tidy']), createMeters(['tidy'])]
  one.countRequest('GET', '/posts/:post_id', 200, 0.002)
  two.countRequest('GET', '/posts/:post_id', 200, 7)
  two.countRequest('GET', '/posts/:post_id', 404, 0.002)
  one.countJob('tidy', 'succeeded', 5_000)
  two.countJob('tidy', 'succeeded', 4_000)
  two.countJob('tidy', 'failed', 6_000)
  const body = await textOf(one, two)
  t.deepEqual(linesOf(body, 'colloquy_http_requests_total'), [
    'colloquy_http_requests_total{method="GET",route="/posts/:post_id",status="200"} 2',
    'colloquy_http_requests_total{method="GET",route="/posts/:post_id",status="404"} 1',
  ])
  t.deepEqual(linesOf(body, 'colloquy_http_request_duration_seconds_sum'), [
    'colloquy_http_request_duration_seconds_sum{method="GET",route="/posts/:post_id",status="200"} 7.002',
    'colloquy_http_request_duration_seconds_sum{method="GET",route="/posts/:post_id",status="404"} 0.002',
  ])
  t.deepEqual(linesOf(body, 'colloquy_job_'), [
    'colloquy_job_runs_total{job="tidy",outcome="succeeded"} 2',
    'colloquy_job_runs_total{job="tidy",outcome="failed"} 1',
    'colloquy_job_last_success_timestamp_seconds{job="tidy"} 5',
  ])
  t.deepEqual(linesOf(body, 'colloquy_processes'), ['colloquy_processes 2'])
  t.deepEqual(linesOf(body, 'colloquy_pool_'), [
    'colloquy_pool_calls{pool="hot",state="under_way"} 8',
    'colloquy_pool_calls{pool="hot",state="waiting"} 4',
    'colloquy_pool_connections{pool="hot"} 8',
  ])
})

test('methods without a route share one label, so that clients cannot create labels', t => {
  const { countRequest, requests } = createMeters([])
  for (const method of ['PURGE', 'LOCK', 'PURGE', 'TRACE']) countRequest(method, 'documents', 404, 0)
  countRequest('GET', 'documents', 0, 0)
  t.deepEqual(
    requests.series.map(({ labels, counts }) => ({ ...labels, count: counts[0] })),
    [
      { method: 'other', route: 'documents', status: '404', count: 4 },
      { method: 'GET', route: 'documents', status: 'none', count: 1 },
    ],
  )
})
