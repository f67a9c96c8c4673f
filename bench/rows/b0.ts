import type { BenchContext } from '../bench-context.ts'
import { httpRequest } from '../load/requests.ts'
import type { Outcome } from '../outcome.ts'
import { alternate } from '../rounds.ts'

/** The machine's capacity: the rates of the generator, bare node:http and an unsigned request to the product. */
export async function b0({ load, isQuick, rounds, product, reference }: BenchContext): Promise<Outcome> {
  const [canned, echo, server] = [await reference('canned'), await reference('echo'), await product()]
  const echoed = httpRequest('POST /', 'localhost', {}, JSON.stringify({ content: 'x'.repeat(1000) })).toString()
  const health = httpRequest('GET /healthz', 'localhost', {}).toString()
  const given = (request: string) => ({ kind: 'given' as const, requests: [request] })
  const common = { isRepeatable: true, requests: isQuick ? 10_000 : 25_000, inFlight: 48 }
  const measured = await alternate(
    load,
    [
      { ...common, label: "canned answer, the generator's ceiling", ...canned, plan: given(echoed) },
      { ...common, label: 'node:http echo of 1 KB', ...echo, plan: given(echoed) },
      { ...common, label: 'product GET /healthz', pid: server.pid, port: server.port, plan: given(health) },
    ],
    { rounds },
  )
  return { name: 'B0', title: 'the machine today, 48 in flight', measured, checks: [], notes: [] }
}
