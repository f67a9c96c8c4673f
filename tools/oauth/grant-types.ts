/** The grant types of registered clients. */
export const GRANT_TYPES: readonly string[] = ['authorization_code', 'refresh_token']
