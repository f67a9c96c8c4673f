// The entry point of each thread of `WorkerPool`. `workerData` is the URL of its module, which exports `runInWorker`.
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

// Linux sets the priority of this thread only, so that requests go first; elsewhere it would be the whole process. Importing
// the module takes longer than most of its work.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const { runInWorker } = (await import(workerData as string)) as { runInWorker(input: unknown): unknown }
parentPort?.on('message', input => parentPort?.postMessage(runInWorker(input)))
