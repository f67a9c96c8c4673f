import { RESOURCE_LIMITS, type ResourceLimit } from '../../../concurrency/resource-limits.ts'

/** Assumed if the system does not report it: a common default. */
const DEFAULT_DESCRIPTORS = 1_024

interface ConnectionLimits {
  connections: number
  connectionsOfAddress: number
  streams: number
}

const share = (connections: number, { limit }: ResourceLimit) => Math.floor((connections * limit) / 100)

/** The number of file descriptors for connections and streams of this process. */
export function connectionLimitsFor(descriptors: number): ConnectionLimits {
  const { connections: most, connections_of_address, streams, spare_descriptors } = RESOURCE_LIMITS
  const connections = Math.min(most.limit, Math.max(64, descriptors - spare_descriptors.limit))
  return {
    connections,
    connectionsOfAddress: share(connections, connections_of_address),
    streams: share(connections, streams),
  }
}

/** The process' limit of open file descriptors. */
export function descriptorLimit(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft?: string | number } } }
  const soft = Number(userLimits?.open_files?.soft)
  if (userLimits?.open_files?.soft === 'unlimited') return Number.POSITIVE_INFINITY
  return Number.isInteger(soft) && soft > 0 ? soft : DEFAULT_DESCRIPTORS
}
