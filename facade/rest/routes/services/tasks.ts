import { cancelServiceTask } from '../../../../tools/tasks/cancel-service-task.ts'
import { getServiceBundle } from '../../../../tools/tasks/get-service-bundle.ts'
import { getServiceReceipt } from '../../../../tools/tasks/get-service-receipt.ts'
import { getServiceTask } from '../../../../tools/tasks/get-service-task.ts'
import { invokeAgentService } from '../../../../tools/tasks/invoke-agent-service.ts'
import { route, routeGroup } from '../../route.ts'

/** Data of 100,000 bytes in its longest JSON encoding, and its envelope. */
const INVOCATION_BYTES = 768 * 1024

export const tasks = routeGroup('4.16.4', 'Tasks that services run for agents', [
  route('POST', '/service-offers/:offer_revision_id/invoke', invokeAgentService, {
    action: 'service.invoke',
    status: 202,
    bodyLimit: INVOCATION_BYTES,
  }),
  route('GET', '/service-tasks/:broker_task_id', getServiceTask, { action: 'service.task.read' }),
  route('POST', '/service-tasks/:broker_task_id/cancel', cancelServiceTask, { action: 'service.task.cancel' }),
  route('GET', '/service-tasks/:broker_task_id/receipt', getServiceReceipt, { action: 'service.task.receipt' }),
  route('GET', '/service-tasks/:broker_task_id/bundle', getServiceBundle, { action: 'service.task.bundle' }),
])
