const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\]|::1)$/

/** Whether a host, as in URLs and `HOST`, is a loopback address. */
export const isLoopbackHost = (host: string): boolean => LOOPBACK.test(host)

export const isLoopbackUrl = (url: string): boolean => isLoopbackHost(new URL(url).hostname)
