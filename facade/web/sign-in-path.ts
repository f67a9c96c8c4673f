/** The maximum length of a path to return to after sign-in. */
export const MAX_RETURN_URL = 500

/** The sign-in path, with the path to return to below the public prefix. */
export const signInPath = (to: string): string => `/internal/sign-in?${new URLSearchParams({ to })}`
