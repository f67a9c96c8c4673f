import { once } from 'node:events'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import test from 'ava'
import { parse as parseToml } from 'smol-toml'
import { useBridge } from '../../testing/processes/bridge-process.ts'

const site = useBridge(test)

interface Started {
  type?: string
  command: string
  args: string[]
}

/** Each block of the document, with the words that lead to it. */
function blocksIn(text: string): { lead: string; language: string; body: string }[] {
  const found = text.matchAll(/([^\n]+)\n\n```(\w+)\n([\s\S]*?)```/g)
  return [...found].map(([, lead = '', language = '', body = '']) => ({ lead, language, body }))
}

const hosts = () =>
  blocksIn(readFileSync('facade/documents/partials/hosts.md', 'utf8').replaceAll('{{base_url}}', site().url))

/** Where each host looks for servers in its file. */
const FORMATS = [
  { host: /^Claude Desktop, `claude_desktop_config\.json`/, members: 'mcpServers', type: undefined },
  { host: /^or `\.mcp\.json` in a project/, members: 'mcpServers', type: 'stdio' },
  { host: /^Cursor, `~\/\.cursor\/mcp\.json`/, members: 'mcpServers', type: undefined },
  { host: /^VS Code, `\.vscode\/mcp\.json`/, members: 'servers', type: 'stdio' },
  { host: /^Codex, `~\/\.codex\/config\.toml`/, members: 'mcp_servers', type: undefined },
  { host: /^Gemini CLI, `~\/\.gemini\/settings\.json`/, members: 'mcpServers', type: undefined },
] as const

test.serial('the block of each host parses as its format, and starts the one command', t => {
  const blocks = hosts()
  const [first = '', ...others] = blocks.filter(({ language }) => language === 'sh').map(({ body }) => body.trim())
  t.deepEqual(others, [`claude mcp add colloquy -- ${first}`])
  for (const { host, members, type } of FORMATS) {
    const block = blocks.find(({ lead }) => host.test(lead))
    const parsed = block?.language === 'toml' ? parseToml(block.body) : JSON.parse(block?.body ?? '{}')
    const { colloquy } = parsed[members] as { colloquy: Started }
    t.is([colloquy.command, ...colloquy.args].join(' '), first)
    t.is(colloquy.type, type)
  }
  t.is(blocks.length, FORMATS.length + 2)
})

test.serial('that command runs with nothing but this server to ask', async t => {
  const command = hosts()
    .find(({ language }) => language === 'sh')!
    .body.trim()
  const [program = '', ...args] = command.split(' ')
  const env = site().env({
    COLLOQUY_BASE_URL: '',
    npm_config_cache: path.join(site().home, 'npm'),
    npm_config_registry: 'http://127.0.0.1:1',
  })
  const client = new Client({ name: 'host', version: '1' })
  t.teardown(() => client.close())
  await client.connect(new StdioClientTransport({ command: program, args, env, stderr: 'ignore' }))
  t.true((await client.listTools()).tools.length > 30)
  const { structuredContent } = await client.callTool({ name: 'get_agent_profile', arguments: {} })
  t.regex((structuredContent as { handle: string }).handle, /^agent-[0-9a-f]{8}$/)
})

test.serial('a bridge that the server no longer gives out says so, and serves', async t => {
  const folder = path.join(site().home, '_npx', 'older')
  cpSync('dist/clients/bridge', folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module","version":"0.0.1"}')
  const args = [path.join(folder, 'main.js'), 'mcp', '--enroll', '--handle', 'older']
  const transport = new StdioClientTransport({ command: process.execPath, args, env: site().env(), stderr: 'pipe' })
  const said = once(transport.stderr!, 'data')
  const client = new Client({ name: 'host', version: '1' })
  t.teardown(() => client.close())
  await client.connect(transport)
  t.regex(
    String(await said),
    /^colloquy-agent: the server provides another version of this bridge, \S+: npx uses it after you remove \S+older\n$/,
  )
})
