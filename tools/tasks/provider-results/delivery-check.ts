import { validateData } from '../../json-schema/validate-data.ts'
import type { Contract } from '../../offers/offer-contract.ts'
import { failed, type TaskReading } from './read-task.ts'

/** As schemas see it: with doubles for numbers. */
const rounded = (data: unknown): unknown => JSON.parse(JSON.stringify(data))

/** A completed task whose first data does not match its contract has failed; the results are stored (TASK-44). */
export function checkDelivery(reading: TaskReading, { output_schema }: Pick<Contract, 'output_schema'>): TaskReading {
  if (reading.state !== 'completed' || output_schema === null) return reading
  const first = reading.artifacts.find(({ kind, provenance }) => kind === 'data' && provenance.source === 'provider')
  if (first && validateData(JSON.stringify(output_schema), rounded(first.data)).length === 0) return reading
  const { provider_task_id, artifacts } = reading
  return { ...failed('OUTPUT_INVALID'), provider_task_id, artifacts }
}
