import type { Command } from './cli-command.ts'
import { COMMON, flagOf, type Option, optionsOf } from './cli-options.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** Global options before the verb. */
const PROGRAMS = ['operator', 'demo']

/** A script that completes `colloquy operator` in a shell. */
export function completionFor(shell: Shell, commands: readonly Command[]): string {
  if (shell === 'fish') return fish(commands)
  return shell === 'zsh' ? `${AS_BASH}\n${bash(commands)}` : bash(commands)
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** Quotes words; ours contain no special characters of shells. */
const listed = (values: readonly unknown[]): string => `'${values.join(' ')}'`

const SWITCHES = ['--json', '--yes', '--help', '--version', '-h']
const flagsOf = (command: Command): string[] => [...optionsOf(command).map(({ flag }) => flag), ...COMMON.map(flagOf)]
const isSwitch = ({ kind }: Option): boolean => kind === 'switch'
const switchesOf = (commands: readonly Command[]): string[] => [
  ...new Set([
    ...SWITCHES,
    ...commands.flatMap(command =>
      optionsOf(command)
        .filter(isSwitch)
        .map(({ flag }) => flag),
    ),
  ]),
]

/** The verbs by group; a system command has no second word. */
function groupsOf(commands: readonly Command[]): [first: string, seconds: string[]][] {
  const groups = new Map<string, string[]>()
  for (const { name } of commands) {
    const [first = '', ...rest] = name.split(' ')
    groups.set(first, [...(groups.get(first) ?? []), ...rest])
  }
  return [...groups]
}

/** Each input with few allowed values: by its option, and its position. */
const choicesOf = (command: Command) =>
  optionsOf(command).flatMap(({ name, flag, values }) =>
    values.length === 0 ? [] : [{ flag, index: command.positional.indexOf(name), values }],
  )

const AS_BASH = `autoload -U +X compinit && compinit
autoload -U +X bashcompinit && bashcompinit`

function bash(commands: readonly Command[]): string {
  const groups = groupsOf(commands)
  const offers: [when: string, values: readonly unknown[]][] = [
    ['', [...groups.map(([first]) => first), 'help']],
    ...groups.flatMap(([first, seconds]): [string, string[]][] => (seconds.length > 0 ? [[first, seconds]] : [])),
    ...commands.flatMap(command => [
      [`${command.name} --`, flagsOf(command)] as [string, unknown[]],
      ...choicesOf(command).flatMap(({ flag, index, values }): [string, readonly unknown[]][] => [
        [`${command.name} ${flag}`, values],
        ...(index < 0 ? [] : [[`${command.name} ${index}`, values] as [string, readonly unknown[]]]),
      ]),
    ]),
  ]
  return `_colloquy_offers() {
  case "$1" in
${offers.map(([when, values]) => `    ${listed([when])}) echo ${listed(values)} ;;`).join('\n')}
  esac
}
${BASH.replace('SWITCHES', switchesOf(commands).join('|')).replace('PROGRAMS', PROGRAMS.join(' '))}`
}

/** Works on the raw line, because bash would also split it at \`=\`, \`@\` and \`:\`. */
const BASH = `_colloquy() {
  local line="\${COMP_LINE:0:$COMP_POINT}" flag='' front='' said=() one key place
  line="\${line#"\${line%%[! ]*}"}"
  line="\${line#* }"
  while [[ $line == *' '* ]]; do
    one="\${line%% *}"
    line="\${line#* }"
    if [[ -z $one ]]; then continue; fi
    if [[ -n $flag ]]; then flag=''; continue; fi
    case "$one" in
      --*=*|--no-*|SWITCHES) ;;
      -*) flag="$one" ;;
      *) said+=("$one") ;;
    esac
  done
  if [[ -z $flag && $line == --*=* ]]; then
    flag="\${line%%=*}"
    line="\${line#*=}"
    [[ -n \${ZSH_VERSION-} ]] && front="$flag="
  fi
  COMPREPLY=()
  if ((\${#said[@]} == 0)); then
    [[ -z $flag ]] && COMPREPLY=($(compgen -W 'PROGRAMS --config' -- "$line"))
    return
  fi
  [[ \${said[0]} == operator ]] || return
  key="\${said[1]-}"
  if ((\${#said[@]} > 2)) && [[ -n $(_colloquy_offers "$key") ]]; then
    key="$key \${said[2]}"
    place=$((\${#said[@]} - 3))
  else
    place=$((\${#said[@]} - 2))
  fi
  if [[ -n $flag ]]; then
    key="$key $flag"
  elif [[ $line == -* ]]; then
    key="$key --"
  elif ((\${#said[@]} > 1)) && { ((\${#said[@]} > 2)) || [[ -z $(_colloquy_offers "$key") ]]; }; then
    key="$key $place"
  fi
  COMPREPLY=($(compgen -P "$front" -W "$(_colloquy_offers "$key")" -- "$line"))
}
complete -o bashdefault -o default -F _colloquy colloquy`

function fish(commands: readonly Command[]): string {
  const at = (index: number | '-', ...args: string[]) => `-n ${quoted(['__colloquy_at', index, ...args].join(' '))}`
  const offer = (when: string, more: string) => `complete -c colloquy ${when} ${more}`
  const lines = groupsOf(commands).flatMap(([first, seconds]) => [
    offer(at(0, 'operator'), `-f -a ${first}`),
    ...seconds.map(second => offer(at(0, 'operator', first), `-f -a ${second}`)),
  ])
  const options = commands.flatMap(command => {
    const here = ['operator', ...command.name.split(' ')]
    const choices = choicesOf(command)
    return [
      ...optionsOf(command).map(option => offer(at('-', ...here), describeInFish(option))),
      ...choices.flatMap(({ index, values }) =>
        index < 0 ? [] : [offer(at(index, ...here), `-f -a ${listed(values)}`)],
      ),
      ...SWITCHES.filter(flag => flag !== '-h').map(flag => offer(at('-', ...here), `-f -l ${flag.slice(2)}`)),
      offer(at('-', ...here), '-x -l as'),
    ]
  })
  return [
    FISH.replace('SWITCHES', switchesOf(commands).join(' ')),
    offer(at(0), `-f -a ${listed(PROGRAMS)}`),
    ...lines,
    ...options,
  ].join('\n')
}

function describeInFish({ flag, kind, values, description = '' }: Option): string {
  const value = kind === 'switch' ? '-f' : values.length > 0 ? `-x -a ${listed(values)}` : '-r'
  return `${value} -l ${flag.slice(2)} -d ${quoted(description)}`
}

/** Matches after these words and so many others; \`-\`: any number. */
const FISH = `function __colloquy_at
    set -l said
    set -l flag ''
    for one in (commandline -opc)[2..]
        if test -n "$flag"
            set flag ''
        else if string match -qr -- '^(--.*=|--no-)' $one; or contains -- $one SWITCHES
            continue
        else if string match -q -- '-*' $one
            set flag $one
        else
            set -a said $one
        end
    end
    set -l words $argv[2..]
    set -l length (count $words)
    set -l more (math (count $said) - $length)
    test $more -ge 0; or return 1
    test "$argv[1]" = - -o "$argv[1]" = "$more"; or return 1
    test $length -eq 0; or test "$said[1..$length]" = "$words"
end`
