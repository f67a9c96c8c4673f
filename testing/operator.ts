// The operator's command line with additional commands for tests. With `--clock-file FILE` it uses the clock that
// `npm run serve:test` reads from the same file, not the database's.
import { toolCommand } from '../facade/cli/cli-command.ts'
import { TOOL_COMMANDS } from '../facade/cli/cli-commands.ts'
import { runOperator } from '../server/operator/run-operator.ts'
import { reportRightAnswers } from './fixtures/challenge-answers.ts'
import { decideForOwner, holdForOwner } from './fixtures/owner-decisions.ts'
import { clockOfFile } from './processes/clock-file.ts'

const ADDED = [
  toolCommand('challenge answers', reportRightAnswers, { positional: ['challenge_id'] }),
  toolCommand('owner hold', holdForOwner, { positional: ['user_id', 'agent', 'posts'] }),
  toolCommand('owner decide', decideForOwner, { positional: ['user_id', 'question_id', 'decision'] }),
]
const args = process.argv.slice(2)
const [, file] = args[0] === '--clock-file' ? args.splice(0, 2) : []
process.exitCode = await runOperator(
  args,
  [...TOOL_COMMANDS, ...ADDED],
  file === undefined ? undefined : clockOfFile(file),
)
