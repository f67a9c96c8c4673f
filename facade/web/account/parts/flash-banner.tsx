/** Notes that the agent can list all audited reads. */
export const FlashBanner = ({ who }: { who: string }) => (
  <p class="told" role="note">
    You have read-only access. <strong>{who}</strong> can see what you viewed and when.
  </p>
)
