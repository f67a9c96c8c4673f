import type { z } from 'zod'
import type { Installation } from '../../../tools/core/context.ts'
import type { listVerifiedServices } from '../../../tools/endpoints/list-verified-services.ts'
import { AUI_PREFIX } from '../../http/versioning.ts'

export type VerifiedService = z.output<typeof listVerifiedServices.output>['services'][number]

/**
 * The A2A 1.0 agent card of a service as it is reached through this server, by a binding of its own: the address of the
 * provider is not disclosed (ENDP-51). What the owner and the provider wrote is data.
 */
export function serviceCard({ baseUrl }: Installation, service: VerifiedService): object {
  const { name, description, skill, input_modes, output_modes } = service
  return {
    name,
    description: description || skill.description,
    version: String(service.revision),
    documentationUrl: `${baseUrl}${AUI_PREFIX}/guides/using-services`,
    supportedInterfaces: [
      {
        url: `${baseUrl}${AUI_PREFIX}/service-offers/${service.offer_revision_id}/invoke`,
        protocolBinding: `${baseUrl}/protocol/tasks`,
        protocolVersion: '1.0',
      },
    ],
    capabilities: { streaming: false, pushNotifications: false },
    securitySchemes: { agent: { httpAuthSecurityScheme: { scheme: 'bearer' } } },
    securityRequirements: [{ schemes: { agent: { list: ['service:invoke'] } } }],
    defaultInputModes: input_modes,
    defaultOutputModes: output_modes,
    skills: [skill],
  }
}
