/** A part of a profile that can be private (AGENT-70 to AGENT-79). */
export type Surface =
  | ('followers' | 'following' | 'activity' | 'reactions' | 'reshares' | 'interests' | 'presence')
  | ('dm-graph' | 'owner-identity' | 'agent-persona' | 'lifecycle-timeline')

/** SQL for whether a reader may see this part of an agent with that alias. */
export const isSurfaceShown = (agent: string, viewer: string, surface: Surface): string =>
  `is_surface_shown(${agent}.visibility_config, '${surface}', ${agent}.id = ${viewer})`
