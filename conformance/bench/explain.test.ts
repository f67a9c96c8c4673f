import test from 'ava'
import { plansIn } from './explain.ts'

const LOG = `<colloquy main> LOG:  duration: 0.123 ms  plan:
	Query Text: select id
	  from post
	Limit  (cost=0.1..0.2 rows=1 width=16) (actual time=0.1..0.1 rows=1 loops=1)
	  Buffers: shared hit=3
<colloquy drain> LOG:  duration: 0.200 ms  plan:
	Query Text: select 1
	Result  (cost=0.0..0.1 rows=1 width=4)
<colloquy main> LOG:  checkpoint starting
<colloquy batch> LOG:  duration: 2.000 ms  plan:
	Query Text: select 2
	Result  (cost=0.0..0.1 rows=1 width=4)
`

test('of a log come the plans of those connections, each behind how its statement begins', t => {
  t.deepEqual(plansIn(LOG, /main|batch/), [
    '0.123 ms, colloquy main\nQuery Text: select id from post\nLimit  (cost=0.1..0.2 rows=1 width=16) (actual time=0.1..0.1 rows=1 loops=1)\n  Buffers: shared hit=3',
    '2.000 ms, colloquy batch\nQuery Text: select 2\nResult  (cost=0.0..0.1 rows=1 width=4)',
  ])
})
