/** What a registered client may ask for tokens by. */
export const GRANT_TYPES: readonly string[] = ['authorization_code', 'refresh_token']
