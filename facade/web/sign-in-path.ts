/** The longest path that a sign-in leads back to. */
export const LONGEST_WAY = 500

/** Where somebody signs in, and from there comes back to a path of ours, below the public prefix. */
export const signInPath = (to: string): string => `/internal/sign-in?${new URLSearchParams({ to })}`
