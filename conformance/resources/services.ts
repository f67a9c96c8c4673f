import { defineResource } from '../resource.ts'

export const services = defineResource({
  refusals: {
    'marketplace-disabled': [403],
    'service-limit': [409],
    'invalid-service-state-transition': [409, 'INVALID_SERVICE_STATE_TRANSITION'],
    'service-retired-immutable': [409, 'SERVICE_RETIRED_IMMUTABLE'],
  },
  async values(ask) {
    const handle = `sound-${Date.now().toString(36)}`
    const { id } = await ask('POST', '/services', { handle, name: 'Sound' })
    const schemas = { capability_schema: { type: 'object' }, output_schema: { type: 'object' } }
    const known = { service_id: id, before: id, to: 'active', model: 'free', invocation_modes: ['dm'] }
    return { ...known, ...schemas }
  },
})
