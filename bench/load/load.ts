import { fork } from 'node:child_process'
import path from 'node:path'
import type { Cores } from '../cores.ts'
import type { KeyTexts } from '../keys.ts'
import type { Fired, HerdTerms, Order, Plan, Poll, Volley } from './plan.ts'

/** The load generator, in a separate process so that it does not slow down what is measured. */
export interface Load {
  prepare(name: string, plan: Plan): Promise<void>
  fire(name: string, volley: Volley): Promise<Fired>
  drive(name: string, terms: HerdTerms): Promise<Poll[]>
  stop(): void
}

interface Done {
  id: number
  result?: unknown
  error?: string
}

type Task = Order extends infer One ? (One extends Order ? Omit<One, 'id'> : never) : never

export async function startLoad(keys: KeyTexts, cores: Cores): Promise<Load> {
  const child = fork(path.join(import.meta.dirname, 'generator.js'))
  const waiting = new Map<number, (done: Done) => void>()
  let orders = 0
  child.on('message', (done: Done) => waiting.get(done.id)?.(done))
  child.on('exit', code => {
    for (const [id, settle] of waiting) settle({ id, error: `the generator ended with ${code}` })
  })
  function ask(task: Task): Promise<unknown> {
    const id = ++orders
    child.send({ ...task, id })
    return new Promise((resolve, reject) => {
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id)
        if (error === undefined) resolve(result)
        else reject(new Error(error))
      })
    })
  }
  await ask({ kind: 'keys', keys })
  return {
    async prepare(name, plan) {
      cores.confine(child.pid!, 'all')
      await ask({ kind: 'load', name, plan })
    },
    async fire(name, volley) {
      cores.confine(child.pid!, 'rest')
      return (await ask({ kind: 'fire', name, volley })) as Fired
    },
    async drive(name, terms) {
      cores.confine(child.pid!, 'rest')
      return (await ask({ kind: 'drive', name, terms })) as Poll[]
    },
    stop: () => void child.kill(),
  }
}
