import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ExecutionContext } from 'ava'
import { createAuthority } from '../fakes/certificates.ts'
import { createWebhookReceiver, type RequestResponder, type WebhookReceiver } from '../fakes/webhook-receiver.ts'
import { bundled } from './bundled-programs.ts'
import { writeOffset } from './clock-file.ts'

/** Where the webhooks of a started program lead to, and what to start it as. */
export interface ProgramHooks {
  receiver: WebhookReceiver
  url: string
  entry: string[]
  /** Moves the clock of the program. */
  advance(ms: number): void
}

export async function openProgramHooks(t: ExecutionContext, answer?: RequestResponder): Promise<ProgramHooks> {
  const folder = mkdtempSync(path.join(tmpdir(), 'colloquy-hooks-'))
  const [name, ca, clock] = ['hooks.example.com', path.join(folder, 'ca.pem'), path.join(folder, 'clock')]
  const authority = createAuthority()
  writeFileSync(ca, authority.ca)
  const receiver = await createWebhookReceiver(authority.issue(name), answer)
  t.teardown(async () => {
    await receiver.close()
    rmSync(folder, { recursive: true })
  })
  const leads = [`--resolve=${name}=127.0.0.1:${receiver.port}`, `--ca=${ca}`, `--clock-file=${clock}`]
  return {
    receiver,
    url: `https://${name}/in`,
    entry: [bundled('testing/serve'), ...leads],
    advance: ms => writeOffset(clock, ms),
  }
}
