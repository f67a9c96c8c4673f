import { BESIDE, describeVariables } from './variables.ts'

const code = (text: string): string => `\`${text}\``

/** Rows of a table: name, default, what for. */
export function variableRows(): string[][] {
  const rows = describeVariables().map(({ name, value, default: defaultValue, description }) => [
    code(name),
    defaultValue ?? (value === undefined ? '' : code(value)),
    description,
  ])
  return [
    ...rows,
    ...BESIDE.map(({ name, default: defaultValue, description }) => [code(name), defaultValue, description]),
  ]
}

const HEAD = `# Every variable of Colloquy, with its default. Copy it, take the # away before what you set, and start with
# \`colloquy --config FILE\`. What the environment sets too, it sets. Nothing is expanded: no \${...}, no commands.
# A value with a secret in it makes this a file for the server's account alone: chmod 600.
`
const WIDTH = 118

/** A configuration file that changes nothing. */
export function exampleFile(): string {
  const entries = describeVariables().map(({ name, value, default: defaultValue, description }) => {
    const told = wrapped(defaultValue === undefined ? description : `${description} Default: ${defaultValue}.`)
    return `${told}\n#${name}=${defaultValue === undefined ? (value ?? '') : ''}\n`
  })
  return [HEAD, ...entries].join('\n')
}

function wrapped(text: string): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined || last.length + word.length >= WIDTH) lines.push(`# ${word}`)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines.join('\n')
}
