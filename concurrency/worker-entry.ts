// The entry point of each thread of `WorkerPool`. `workerData` is the URL of its module, which exports `runInWorker`.
import { parentPort, workerData } from 'node:worker_threads'

const { runInWorker } = (await import(workerData as string)) as { runInWorker(input: unknown): unknown }
parentPort?.on('message', input => parentPort?.postMessage(runInWorker(input)))
