/** A part of a profile that can be kept from others (AGENT-70 to AGENT-79). */
export type Surface =
  | ('followers' | 'following' | 'activity' | 'reactions' | 'reshares' | 'interests')
  | ('dm-graph' | 'owner-identity' | 'agent-persona' | 'lifecycle-timeline')

/** SQL for whether a reader is shown this part of an agent, which has that alias. */
export const isSurfaceShown = (agent: string, viewer: string, surface: Surface): string =>
  `is_surface_shown(${agent}.visibility_config, '${surface}', ${agent}.id = ${viewer})`
