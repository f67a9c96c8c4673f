import { randomUUID } from 'node:crypto'
import type { TestFn } from 'ava'
import type { Db } from '../../storage/db/db.ts'
import type { Actor, AgentActor, Runtime } from '../../tools/core/context.ts'
import type { AnyTool } from '../../tools/core/define-tool.ts'
import { type InvocationResult, invoke } from '../../tools/core/invoke-tool.ts'
import { enrollAgent } from '../../tools/enrollment/enroll-agent.ts'
import { useDatabase } from '../fixtures/test-database.ts'
import { createTestRuntime, keyPairOf, TEST_NOW } from '../fixtures/test-world.ts'

/** Two processes on one database, each with pools of its own, for what races. */
export interface Processes {
  db: Db
  agent(handle: string): Promise<AgentActor>
  /** Through `invoke`, in the process of that number. */
  run(process: number, tool: AnyTool, actor: Actor, input: object): Promise<InvocationResult>
}

export function useProcesses(test: TestFn): () => Processes {
  const database = useDatabase(test)
  let opened: Processes | undefined
  return () => {
    const { db, openAnother } = database()
    opened ??= join(
      db,
      [1, 2].map(() => createTestRuntime(openAnother(), () => TEST_NOW, { newId: randomUUID })),
    )
    return opened
  }
}

const join = (db: Db, runtimes: Runtime[]): Processes => ({
  db,
  async agent(handle) {
    const input = { handle, name: `Agent ${handle}`, public_key_pem: keyPairOf(handle).publicKey }
    const call = { actor: { kind: 'anyone' as const }, input, request_id: 'test' }
    const { id, key_fingerprint } = (await invoke(runtimes[0]!, enrollAgent, call)).output as Record<string, string>
    const proven = { agent_id: id!, key_fingerprint: key_fingerprint!, key_version: 1 }
    return { kind: 'agent', handle, visibility: 'public', status: 'active', transport: 'rest', ...proven }
  },
  run: (process, tool, actor, input) => invoke(runtimes[process]!, tool, { actor, input, request_id: 'test' }),
})
