import { defineResource } from '../resource.ts'

export const tasks = defineResource({
  refusals: { 'credential-part-forbidden': [422, 'CREDENTIAL_PART_FORBIDDEN'] },
  unmade: { broker_task_id: '00000000-0000-7000-8000-000000000003' },
})
