import { createWorkerPool, type WorkerPool } from '../../concurrency/worker-pool.ts'

/** Threads for all servers and worlds of a process of tests: what they run keeps nothing, and takes a second to load. */
export const SHARED_WORKERS: WorkerPool = { ...createWorkerPool(), close: async () => {} }
