import { each, type Family } from '../family.ts'

export const handles: Family = {
  // A handle that was taken stays taken: whose it is, is not said.
  asked: { check_handle_availability: () => each('handle', ['somebody-new']) },
  open: { check_handle_availability: 'handle_availability' },
  forModerators: [
    'approve_reserved_handle',
    'list_reserved_handle_requests',
    'reject_reserved_handle',
    'show_reserved_handle_request',
  ],
}
