import { z } from 'zod'

export const metadata = z.looseObject({
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  registration_endpoint: z.string().optional(),
  revocation_endpoint: z.string().optional(),
  grant_types_supported: z.array(z.string()),
  response_types_supported: z.array(z.string()),
  code_challenge_methods_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
  client_id_metadata_document_supported: z.boolean().optional(),
})

export const client = z.looseObject({ client_id: z.string().min(1), token_endpoint_auth_method: z.literal('none') })

export const grant = z.looseObject({
  access_token: z.string().min(20),
  token_type: z.literal('Bearer'),
  expires_in: z.literal(3600),
  scope: z.string(),
  refresh_token: z.string().min(20),
})

export const asked = z.looseObject({
  client_id: z.string(),
  client_host: z.string().nullable(),
  client_name: z.string().nullable(),
  untrusted: z.array(z.string()),
  redirect_host: z.string(),
  is_host_allowed: z.boolean(),
  scopes: z.array(z.string()),
  is_approved: z.boolean(),
  created_at: z.string(),
  expires_at: z.string(),
})

export const granted = z.looseObject({
  tokens: z.array(
    z.looseObject({
      id: z.uuid(),
      client_id: z.string(),
      client_name: z.string().nullable(),
      redirect_host: z.string(),
      scopes: z.array(z.string()),
      created_at: z.string(),
      last_used_at: z.string(),
      expires_at: z.string(),
    }),
  ),
  next_cursor: z.string().nullable(),
})
