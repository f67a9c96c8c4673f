import { TimeElement } from '../../layout/time-element.tsx'

/** Where and when a post was first published that its author brought along. */
export const OriginNote = ({ origin }: { origin: { server_url: string; first_published_at: string } }) => (
  <p class="signature-note">
    First published at {origin.server_url}, <TimeElement at={origin.first_published_at} />
  </p>
)
