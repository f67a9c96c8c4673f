// The operator's command line with what only tests may ask. With `--clock-file FILE` it follows the clock that
// `npm run serve:test` is given by the same file, as it follows the database's beside other servers.
import { verb } from '../facade/operator/verb.ts'
import { VERBS } from '../facade/operator/verbs.ts'
import { runOperator } from '../server/operator/operator.ts'
import { clockOfFile } from './processes/clock-file.ts'
import { tellRightAnswers } from './worlds/right-answers.ts'

const answers = verb('challenge answers', tellRightAnswers, { positional: ['challenge_id'] })
const words = process.argv.slice(2)
const [, file] = words[0] === '--clock-file' ? words.splice(0, 2) : []
process.exitCode = await runOperator(words, [...VERBS, answers], file === undefined ? undefined : clockOfFile(file))
