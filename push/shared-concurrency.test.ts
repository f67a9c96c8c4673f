import test from 'ava'
import { openConcurrency } from './shared-concurrency.ts'
import { WEBHOOK_LIMITS } from './webhooks/webhook-dispatcher.ts'

const NOBODY = { webhook_id: '', host: 'a', address: null, party: 'p' }

/** Starts this many calls with each of these keys, as far as permitted. */
function fill(ofEach: readonly object[], count: number) {
  let now = 0
  const crowd = openConcurrency(WEBHOOK_LIMITS, () => now)
  const begin = (more: object, isFailing = false) => {
    const webhook = { ...NOBODY, ...more }
    return crowd.standing(isFailing).admit(webhook) ? crowd.enter(webhook, isFailing) : undefined
  }
  const places = Array.from({ length: count }, () => ofEach.map(more => begin(more)))
  return { crowd, begin, places, advance: (ms: number) => (now += ms) }
}

const begun = (places: readonly (readonly unknown[])[], which: number) => places.filter(row => row[which]).length

test('each scope leaves as many slots free as it has configured', t => {
  const [one, two, three] = [
    { host: 'a', party: 'p' },
    { host: 'b', party: 'q' },
    { host: 'c', party: 'r' },
  ]
  t.is(begun(fill([one], 100).places, 0), 32)
  const { places, begin } = fill([one, two], 100)
  t.deepEqual([begun(places, 0), begun(places, 1)], [24, 24])
  t.truthy(begin(three))
})

test('a host, an address and a party are counted separately', t => {
  for (const [shared, most] of Object.entries({ host: 32, address: 48, party: 64 })) {
    const { crowd, begin } = fill([], 0)
    const own = (n: number) => ({ host: `h${n}`, address: `a${n}`, party: `p${n}`, [shared]: 'one' })
    const many = Array.from({ length: 96 }, (_, n) => begin(own(n)))
    t.is(many.filter(Boolean).length, most)
    t.deepEqual(crowd.standing(false).full(), { host: [], address: [], party: [], [shared]: ['one'] })
    t.truthy(begin({ host: 'other', address: 'other', party: 'other' }))
  }
})

test('the slots of a host leave room in its address, and those in its party', t => {
  for (const isFailing of [false, true]) {
    const { begin } = fill([], 0)
    const take = (more: object) => {
      let count = 0
      while (begin({ address: 'a', ...more }, isFailing)) count++
      return count
    }
    t.deepEqual([take({ host: 'a' }), take({ host: 'b' })], [32, 16])
    t.true(take({ host: 'c', address: 'b' }) > 0)
    t.true(take({ host: 'd', address: 'c', party: 'q' }) > 0)
  }
})

test('a call that waits for half a second occupies no slot, up to a limit in its scope', t => {
  const { begin, places, advance } = fill([{}], 32)
  for (const [place] of places) place!.call()
  advance(499)
  t.is(begin({}), undefined)
  t.truthy(begin({ host: 'b', party: 'q' }))
  advance(1)
  t.is(begin({}), undefined)
  t.truthy(begin({ host: 'b' }))
})

test('calls that ended, or have not started, are not waited for', t => {
  const { crowd, begin, places, advance } = fill([{}], 32)
  const ends = places.map(([place]) => place!.call())
  advance(500)
  t.deepEqual(crowd.standing(false).full().host, ['a'])
  for (const end of ends) end()
  t.deepEqual(crowd.standing(false).full().host, ['a'])
  for (const [place] of places) place!.leave()
  t.deepEqual(crowd.standing(false).full().host, [])
  t.truthy(begin({}))
})

test('at most 256 healthy webhooks wait for late responses in total; failing ones have separate slots', t => {
  const { crowd, begin, advance } = fill([], 0)
  for (let n = 0; n < 256; n++) {
    begin({ host: `h${n}`, party: `p${n}` })!.call()
    if (n % 64 === 63) advance(500)
  }
  t.false(crowd.standing(false).hasFreeSlot())
  t.is(begin({ host: 'x', party: 'x' }), undefined)
  for (let n = 0; n < 96; n++) begin({ host: `h${n}`, party: `p${n}` }, true)!.call()
  advance(60_000)
  t.is(begin({ host: 'y', party: 'y' }, true), undefined)
})
