import { createWorkerPool, type WorkerPool } from '../../concurrency/worker-pool.ts'

/** Shared by all servers and worlds of a test process: the threads are stateless, and take a second to load. */
export const SHARED_WORKERS: WorkerPool = { ...createWorkerPool(), close: async () => {} }
