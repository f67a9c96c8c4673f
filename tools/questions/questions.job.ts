import { closeQuestion, findQuestionsToClose } from '../../storage/questions/question-rows.ts'
import { MINUTE } from '../core/durations.ts'
import type { Job } from '../core/jobs/job-runner.ts'
import { processRows } from '../core/jobs/row-queue.ts'

const BATCH = 100

/** Notes questions whose time is over as closed, and notifies who asked them (ASK-31). */
export const questionsJob: Job = {
  name: 'close_questions',
  everyMs: MINUTE,
  async run(context) {
    const { db, now, transaction } = context
    const more = await processRows(context, {
      name: 'close_questions',
      limit: BATCH,
      find: limit => findQuestionsToClose(db, now, limit),
      idOf: ({ id }) => id,
      process: ({ id }) =>
        transaction(async scope => {
          const closed = await closeQuestion(scope.db, id, now)
          if (!closed) return
          const { asker_id, post_id, message_id } = closed
          scope.emit(asker_id, 'question.closed', {
            actor: { kind: 'platform' },
            subject: post_id === null ? { message_id } : { post_id },
            excerpt: '',
            data: { question_id: id },
          })
        }),
    })
    return { more }
  },
}
