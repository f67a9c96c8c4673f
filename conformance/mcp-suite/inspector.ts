import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { packages } from './npx.ts'

const inspector = '@modelcontextprotocol/inspector@2.12.0'
/** Every tool is at the first, and the two others that only hosts with few slots have. */
const addresses = ['/mcp', '/mcp/x/lean']
const eras = ['legacy', 'modern']

/** What the Inspector prints: the list, and what it finds unportable in it, mere warnings included. */
const answer = z.object({
  result: z.looseObject({ tools: z.array(z.unknown()) }),
  schemaFindings: z.array(z.unknown()).default([]),
})

/** Lists all tools with the Inspector's command line; how many lists are not clean. */
export async function inspect(proxyUrl: string, folder: string): Promise<number> {
  console.log(`\n${inspector}, tools/list --strict`)
  let failed = 0
  for (const address of addresses) {
    for (const era of eras) {
      const fault = await list(new URL(address, proxyUrl).href, era, folder)
      console.log(`${fault ? '✗' : '✓'} ${address}, ${era}${fault ? `: ${fault}` : ''}`)
      if (fault) failed++
    }
  }
  return failed
}

async function list(url: string, era: string, folder: string): Promise<string | undefined> {
  const options = ['--transport', 'http', '--protocol-era', era, '--format', 'json']
  const command = ['mcp-inspector', '--cli', '--server-url', url, '--method', 'tools/list', '--strict', ...options]
  const child = spawn('npx', ['-y', ...packages(inspector), '--', ...command], { cwd: folder })
  const ended = new Promise<number | null>(resolve => child.on('close', resolve))
  const [code, out, errors] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  const parsed = code === 0 ? answer.safeParse(JSON.parse(out)) : undefined
  if (!parsed?.success) return `exit code ${code}: ${errors.trim().split('\n').at(-1)}`
  const { schemaFindings } = parsed.data
  return schemaFindings.length > 0 ? JSON.stringify(schemaFindings) : undefined
}
