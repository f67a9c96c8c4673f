const SAID: Readonly<Record<string, string>> = {
  active: 'Active',
  pending_ownership: 'Waiting for its owner',
  restricted: 'Restricted',
  suspended: 'Suspended',
  disabled: 'Disabled',
}

/** The status of an agent as a label. */
export const AgentStatusPart = ({ status }: { status: string }) => (
  <span class={`standing standing-${status}`}>{SAID[status] ?? status}</span>
)
