import test from 'ava'
import { plansIn } from './plans.ts'

const LOG = `<colloquy main> LOG:  duration: 0.123 ms  plan:
	Query Text: select id
	  from post
	Limit  (cost=0.1..0.2 rows=1 width=16) (actual rows=1.00 loops=1)
	  Buffers: shared hit=3 read=2
	  ->  Sort  (cost=0.1..0.2 rows=1 width=16) (actual rows=1.00 loops=1)
	        Sort Key: id
	        Buffers: shared hit=3
	        ->  Index Scan using post_pkey on post  (cost=0.1..0.2 rows=1 width=16) (never executed)
	              Index Cond: (id = $1)
	  ->  Result  (cost=0.1..0.2 rows=1 width=16) (actual rows=1.00 loops=2)
<colloquy drain> LOG:  duration: 0.200 ms  plan:
	Query Text: select 1
	Result  (cost=0.0..0.1 rows=1 width=4)
<colloquy main> LOG:  checkpoint starting
<colloquy batch> LOG:  duration: 2.000 ms  plan:
	Query Text: select 2
	Result  (cost=0.0..0.1 rows=1 width=4)
`

test('plans of the named connections are extracted from a log, without estimates and without nodes that were never executed', t => {
  t.deepEqual(plansIn(LOG, /main|batch/), [
    {
      head: 'colloquy main: select id from post',
      text: `Limit (rows=1 loops=1)
  Buffers: shared hit=3 read=2
  ->  Sort (rows=1 loops=1)
        Buffers: shared hit=3
  ->  Result (rows=1 loops=2)`,
      pages: 5,
    },
    { head: 'colloquy batch: select 2', text: 'Result', pages: 0 },
  ])
})
