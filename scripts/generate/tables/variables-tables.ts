import { describeVariables, ENVIRONMENT_ONLY } from '../../../server/config/describe-variables.ts'

const code = (text: string): string => `\`${text}\``

/** Table rows: name, default, description. */
export function variableRows(): string[][] {
  const rows = describeVariables().map(({ name, value, default: defaultValue, description }) => [
    code(name),
    defaultValue ?? (value === undefined ? '' : code(value)),
    description,
  ])
  return [
    ...rows,
    ...ENVIRONMENT_ONLY.map(({ name, default: defaultValue, description }) => [code(name), defaultValue, description]),
  ]
}

const HEAD =
  '# Every variable of Colloquy, with its default. Copy this file, remove the # before each variable that you set, ' +
  `and start with\n# \`colloquy --config FILE\`. The environment takes precedence. Nothing is expanded: no $\{...}, ` +
  "no commands.\n# If a value contains a secret, allow only the server's account to read this file: chmod 600.\n"
const WIDTH = 118

/** A configuration file with all variables commented out. */
export function exampleFile(): string {
  const entries = describeVariables().map(({ name, value, default: defaultValue, description }) => {
    const comment = wrapped(defaultValue === undefined ? description : `${description} Default: ${defaultValue}.`)
    return `${comment}\n#${name}=${defaultValue === undefined ? (value ?? '') : ''}\n`
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
