// Runs CPU-bound work that needs nothing of the process in worker threads, one thread a module. A thread is started on first
// use and ends when it was idle for a while. Results come in the order of calls.
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'

export interface WorkerPool {
  /** What the exported function `runInWorker` of the module returns for a cloneable input; rejects with what it throws. */
  run<Input, Output>(file: string, input: Input): Promise<Output>
  close(): Promise<void>
}

const ENTRY = path.join(import.meta.dirname, 'worker-entry.js')
/** An idle thread holds 10 to 20 MB. */
const IDLE_MS = 30_000
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 }

interface Request {
  resolve(output: never): void
  reject(error: unknown): void
}

export function createWorkerPool(idleMs = IDLE_MS): WorkerPool {
  const threads = new Map<string, ReturnType<typeof startThread>>()

  function threadOf(file: string) {
    let thread = threads.get(file)
    if (!thread) {
      thread = startThread(file, idleMs, () => threads.delete(file))
      threads.set(file, thread)
    }
    return thread
  }

  return {
    run: (file, input) => threadOf(file).request(input),
    async close() {
      await Promise.all([...threads.values()].map(thread => thread.end()))
    },
  }
}

/** `onEnd` is called once the thread takes no more requests. */
function startThread(file: string, idleMs: number, onEnd: () => void) {
  const worker = new Worker(ENTRY, { workerData: pathToFileURL(file).href, resourceLimits: MEMORY })
  const pending: Request[] = []
  let failure: unknown = new Error('the thread has ended')
  let timer: NodeJS.Timeout | undefined

  const end = () => {
    onEnd()
    clearTimeout(timer)
    return worker.terminate()
  }
  const idle = () => {
    worker.unref()
    timer = setTimeout(end, idleMs).unref()
  }
  worker.on('message', output => {
    pending.shift()!.resolve(output as never)
    if (pending.length === 0) idle()
  })
  worker.on('error', error => {
    failure = error
    onEnd()
  })
  worker.on('exit', () => {
    onEnd()
    for (const { reject } of pending.splice(0)) reject(failure)
  })

  return {
    request: <Output>(input: unknown) =>
      new Promise<Output>((resolve, reject) => {
        clearTimeout(timer)
        worker.ref()
        pending.push({ resolve, reject })
        worker.postMessage(input)
      }),
    end,
  }
}
