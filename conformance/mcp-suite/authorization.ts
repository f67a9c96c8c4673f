import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { requireStatus } from '../assertions/problems.ts'
import { codeOn, openHost } from '../clients/oauth.ts'
import type { Identity } from '../clients/signing.ts'
import { freePort } from '../stubs/free-port.ts'
import type { World } from '../world.ts'
import { packages } from './npx.ts'

/** Runs the suite's checks of authorization servers, in which an agent of the world approves; 1 if any fails. */
export async function runAuthorization(suite: string, world: World, agent: Identity, folder: string): Promise<number> {
  console.log(`\n${suite}, authorization`)
  const port = await freePort()
  const client = await (await openHost(world)).client(`http://127.0.0.1:${port}/callback`)
  const options = { url: world.publicUrl, resource: `${world.publicUrl}/mcp`, 'client-id': client, port: String(port) }
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  const command = ['-y', ...packages(suite), '--', 'conformance', 'authorization', ...flags]
  const child = spawn('npx', command, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>(resolve => child.on('close', resolve))
  try {
    for await (const line of createInterface(child.stdout)) {
      console.log(line)
      if (line.startsWith(`${world.publicUrl}/`)) await approve(world, agent, new URL(line))
    }
    return (await ended) === 0 ? 0 : 1
  } finally {
    child.kill()
  }
}

/** Does what a person at a browser and the agent do, up to the redirect. */
async function approve(world: World, agent: Identity, authorization: URL): Promise<void> {
  const host = await openHost(world)
  const browser = host.browser()
  const page = await browser.open(authorization.href.slice(world.publicUrl.length))
  const waiting = await browser.submit(page, agent.handle)
  const redirect_uri = authorization.searchParams.get('redirect_uri') ?? ''
  // The suite requests no scope, which requests this one (OAUTH-25).
  const approval = { allow_new_host: true, scopes: ['feed:read'] }
  requireStatus(await host.approve(agent, { code: codeOn(waiting), redirect_uri }, approval), 200)
  const { redirectedTo } = await browser.open(waiting.path)
  if (!redirectedTo) throw new Error('the browser was not redirected to the client')
  await fetch(redirectedTo)
}
