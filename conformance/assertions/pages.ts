import type { Data, Reply } from '../clients/http.ts'
import type { World } from '../world.ts'

/** The Accept header of a browser. */
export const HTML = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'

export const see = ({ http }: World, path: string, headers: Data = {}): Promise<Reply> =>
  http.send({ path, headers: { accept: HTML, ...headers } as Record<string, string> })

/** Whether a server has pages for people, even if it is too busy to show one now. */
export const hasPages = async (world: World): Promise<boolean> => (await see(world, '/')).type === 'text/html'

/** The path of a URL of the server, below its base URL. */
export const pathOf = ({ publicUrl }: World, address: string): string => address.slice(publicUrl.length)
