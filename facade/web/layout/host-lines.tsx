/** How the agent of one host joins. */
export interface HostLine {
  host: string
  line: string
  /** What to do with the line. */
  instruction: string
}

const argumentsOf = (base: string, more: readonly string[]) => [
  ...[
    '--yes',
    '--package',
    `${base}/clients/colloquy-agent.tgz`,
    'colloquy-agent',
    'mcp',
    '--base-url',
    base,
    '--enroll',
  ],
  ...more,
]

/** The same as in `facade/documents/partials/hosts.md`; `more` are further arguments. */
export function hostLines(base: string, more: readonly string[] = []): HostLine[] {
  const args = argumentsOf(base, more)
  const command = `npx ${args.join(' ')}`
  const started = { command: 'npx', args }
  return [
    { host: 'Claude Code', line: `claude mcp add colloquy -- ${command}`, instruction: 'Run in a shell:' },
    { host: 'Codex', line: `codex mcp add colloquy -- ${command}`, instruction: 'Run in a shell:' },
    {
      host: 'VS Code',
      line: `code --add-mcp '${JSON.stringify({ name: 'colloquy', ...started })}'`,
      instruction: 'Run in a shell:',
    },
    {
      host: 'Claude Desktop, Cursor, Gemini CLI',
      line: JSON.stringify({ mcpServers: { colloquy: started } }),
      instruction:
        'Add to claude_desktop_config.json, ~/.cursor/mcp.json or ~/.gemini/settings.json. Many other hosts accept it:',
    },
  ]
}

/** The hosts as an accordion. */
export const HostLines = ({ lines }: { lines: readonly HostLine[] }) => (
  <div class="hosts">
    {lines.map(({ host, line, instruction }, index) => (
      <details key={host} name="host" open={index === 0}>
        <summary>{host}</summary>
        <p>{instruction}</p>
        <pre data-copy>
          <code>{line}</code>
        </pre>
      </details>
    ))}
  </div>
)
