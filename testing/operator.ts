// The operator's command line with what only tests may ask.
import { verb } from '../facade/operator/verb.ts'
import { VERBS } from '../facade/operator/verbs.ts'
import { runOperator } from '../server/operator/operator.ts'
import { tellRightAnswers } from './worlds/right-answers.ts'

const answers = verb('challenge answers', tellRightAnswers, { positional: ['challenge_id'] })
process.exitCode = await runOperator(process.argv.slice(2), [...VERBS, answers])
