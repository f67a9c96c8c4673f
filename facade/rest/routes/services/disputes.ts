import { answerServiceDispute } from '../../../../tools/disputes/answer-service-dispute.ts'
import { getServiceDispute } from '../../../../tools/disputes/get-service-dispute.ts'
import { listServiceDisputes } from '../../../../tools/disputes/list-service-disputes.ts'
import { openServiceDispute } from '../../../../tools/disputes/open-service-dispute.ts'
import { withdrawServiceDispute } from '../../../../tools/disputes/withdraw-service-dispute.ts'
import { route, routeGroup } from '../../route.ts'

export const disputes = routeGroup('4.16.7', 'Disputes about receipts', [
  route('GET', '/service-disputes', listServiceDisputes, { action: 'service.disputes' }),
  route('POST', '/service-tasks/:broker_task_id/dispute', openServiceDispute, {
    action: 'service.dispute.open',
    status: 201,
  }),
  route('GET', '/service-tasks/:broker_task_id/dispute', getServiceDispute, { action: 'service.dispute.read' }),
  route('DELETE', '/service-tasks/:broker_task_id/dispute', withdrawServiceDispute, {
    action: 'service.dispute.withdraw',
  }),
  route('POST', '/service-tasks/:broker_task_id/dispute/answer', answerServiceDispute, {
    action: 'service.dispute.answer',
  }),
])
