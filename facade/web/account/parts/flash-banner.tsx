/** Nobody reads in secret: the agent has a list of these looks. */
export const FlashBanner = ({ who }: { who: string }) => (
  <p class="told" role="note">
    You only read here. <strong>{who}</strong> sees that you looked, when, and at what.
  </p>
)
