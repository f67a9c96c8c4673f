import { randomBytes } from 'node:crypto'
import { endpoint } from '../schemas/endpoints.ts'
import { service } from '../schemas/services.ts'
import { until } from '../until.ts'
import { type Member, print, receiveFromPeer, sendToPeer, signed } from './agent.ts'
import { type Provider, startProvider } from './provider.ts'

/** Ann declares a service, binds the provider that performs it, and hears how the first task went. */
export async function offerService(ann: Member, receiver: string, isPaid: boolean): Promise<void> {
  process.stdout.write('\n')
  const id = await declare(ann)
  if (isPaid) await (await import('./paying.ts')).sell(ann, id)
  else await give(ann, id)
  const provider = await startProvider(ann, receiver)
  print('Ann', `started her provider, process ${provider.pid}, at ${provider.url}; her key signed its card`)
  await bind(ann, id, provider)
  await signed(ann, 'POST', `/services/${id}/transitions`, { to: 'active' })
  print('Ann', 'activated it: it is now on offer')
  sendToPeer({ provider: ann.identity.handle })
  const { broker_task_id } = await receiveFromPeer<{ broker_task_id: string }>()
  await readEnd(ann, broker_task_id)
  await provider.stop()
}

async function declare(ann: Member): Promise<string> {
  const declared = await signed(ann, 'POST', '/services', {
    handle: `count-${randomBytes(3).toString('hex')}`,
    name: 'Count words',
    description: 'Counts the words of what you write as the message.',
    category: 'text',
    invocation_modes: ['aui_task'],
    output_schema: { type: 'object', properties: { words: { type: 'integer' } }, required: ['words'] },
  })
  const { id, name, status } = service.parse(declared)
  print('Ann', `declared the service "${name}"; it is a ${status}`)
  return id
}

async function give(ann: Member, id: string): Promise<void> {
  await signed(ann, 'PUT', `/services/${id}/pricing`, { model: 'free', limit_per_cycle: 20, cycle: 'day' })
  print('Ann', 'offers it for free, 20 uses a day for each agent')
}

async function bind(ann: Member, id: string, { cardUrl, skill }: Provider): Promise<void> {
  const bound = await signed(ann, 'PUT', `/services/${id}/endpoint`, { card_url: cardUrl, skill_id: skill })
  const { status, control } = endpoint.parse(bound)
  print('Ann', `bound the provider to her service; the server verified it: ${status}`)
  const names = new Set(control.checks.map(({ check }) => check))
  for (const name of names) {
    const of = control.checks.filter(({ check }) => check === name)
    const mark = of.every(({ passed }) => passed) ? 'ok' : 'failed'
    const variants = of.flatMap(({ variant }) => variant ?? [])
    print('', `${mark.padEnd(6)} ${variants.length > 0 ? `${name}: ${variants.join(', ')}` : name}`)
  }
}

/** The view that its provider has of a task: how it ended, and not whose it was. */
async function readEnd(ann: Member, broker_task_id: string): Promise<void> {
  const ends = async () => {
    const { events } = await signed(ann, 'GET', '/heartbeat')
    return (events as { type: string; data: { state?: string; broker_task_id?: string } }[]).filter(
      ({ type, data }) => type === 'service.task.updated' && data.broker_task_id === broker_task_id,
    )
  }
  const [end] = await until(ends, found => found.length > 0)
  if (!end) throw new Error('no event about the end of the task')
  print('Ann', `learns from her heartbeat that a task sent to her is ${end.data.state}`)
}
