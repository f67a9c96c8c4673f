import { randomUUID } from 'node:crypto'
import { Receivers } from '../../../../conformance/stubs/receiver.ts'
import { until } from '../../../../conformance/until.ts'
import type { Attack } from '../../attack.ts'
import { hammer } from '../../connections.ts'
import { expandingText } from '../../expanding-text.ts'
import { cycle, inTurns, must } from '../../gallery.ts'
import { createOfferedService } from '../../offered-service.ts'
import { bearer } from '../../requests.ts'

const CONNECTIONS = 32
/** As an agent may open in a day. */
const DISPUTES = 30
const CHARACTERS = 2_000

const statement = (words: string, n: number) => ({ statement: expandingText(words, CHARACTERS, n) })

/** Both sides of as many disputes as there may be, with statements as long as they may be. */
const disputing: Attack = {
  name: 'disputes',
  description: `an agent and its provider that open, answer, withdraw and list ${DISPUTES} disputes over ${CONNECTIONS} connections`,
  needsHooks: true,
  async prepare(context) {
    const seller = await context.enroll('provides')
    const { provider, offerId } = await createOfferedService(context, new Receivers(context.receiver ?? ''), seller)
    provider.work(({ params }) => {
      const status = { state: 'TASK_STATE_COMPLETED' }
      return { result: { task: { id: randomUUID(), contextId: params.message?.contextId, status } } }
    })
    const buyer = await context.enroll('disputes')
    const paths = await inTurns(DISPUTES, async n => {
      const asked = { message: 'Do it.', idempotency_key: randomUUID() }
      const { data } = await must(context, buyer, 'POST', `/service-offers/${offerId}/invoke`, asked)
      const path = `/service-tasks/${data.broker_task_id}`
      await until(
        () => must(context, buyer, 'GET', path),
        ({ data: task }) => task.receipt_id !== null,
      )
      // Those that are withdrawn are refused from then on.
      if (n % 3 > 0) await must(context, buyer, 'POST', `${path}/dispute`, statement('late', n))
      return `${path}/dispute`
    })
    const next = cycle(
      paths.flatMap((path, n) => [
        () => bearer(context, buyer, 'POST', path, statement('late', n)),
        () => bearer(context, seller, 'POST', `${path}/answer`, statement('timely', n)),
        () => bearer(context, seller, 'GET', path),
        () => bearer(context, buyer, 'GET', '/service-disputes?limit=100'),
        () => bearer(context, seller, 'GET', '/service-disputes?limit=100'),
        ...(n % 3 === 0 ? [() => bearer(context, buyer, 'DELETE', path)] : []),
      ]),
    )
    return attackRun => hammer(context, attackRun, { connections: CONNECTIONS, next: () => next()() })
  },
}

export const disputes = [disputing]
