import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

/** Long work that needs nothing of the process is done in threads, so that the event loop is free meanwhile. */
export interface Asides {
  /** What `make` of the module at that path makes of an input that can be cloned; rejects where it raised. */
  run<Input, Output>(file: string, input: Input): Promise<Output>
  close(): Promise<void>
}

const BEGINNING = path.join(import.meta.dirname, 'aside-thread.js')
/** A thread that nobody asks for so long ends: it holds 10 to 20 MB. */
const KEPT_MS = 30_000
const MOST = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 }

interface Asked {
  resolve(output: never): void
  reject(error: unknown): void
}

export function openAsides(keptMs = KEPT_MS): Asides {
  const threads = new Map<string, ReturnType<typeof openThread>>()

  function threadOf(file: string) {
    let thread = threads.get(file)
    if (!thread) {
      thread = openThread(file, keptMs, () => threads.delete(file))
      threads.set(file, thread)
    }
    return thread
  }

  return {
    run: (file, input) => threadOf(file).ask(input),
    async close() {
      await Promise.all([...threads.values()].map(thread => thread.end()))
    },
  }
}

/** Answers come in the order of what was asked. `gone` is called once nothing more can be asked. */
function openThread(file: string, keptMs: number, gone: () => void) {
  const worker = new Worker(BEGINNING, { workerData: pathToFileURL(file).href, resourceLimits: MOST })
  const waiting: Asked[] = []
  let failure: unknown = new Error('the thread has ended')
  let timer: NodeJS.Timeout | undefined

  const end = () => {
    gone()
    clearTimeout(timer)
    return worker.terminate()
  }
  const rest = () => {
    worker.unref()
    timer = setTimeout(end, keptMs).unref()
  }
  worker.on('message', output => {
    waiting.shift()!.resolve(output as never)
    if (waiting.length === 0) rest()
  })
  worker.on('error', error => {
    failure = error
    gone()
  })
  worker.on('exit', () => {
    gone()
    for (const { reject } of waiting.splice(0)) reject(failure)
  })

  return {
    ask: <Output>(input: unknown) =>
      new Promise<Output>((resolve, reject) => {
        clearTimeout(timer)
        worker.ref()
        waiting.push({ resolve, reject })
        worker.postMessage(input)
      }),
    end,
  }
}
