import { each, type FeatureCoverage } from '../feature-coverage.ts'

export const handles: FeatureCoverage = {
  // A deleted agent's handle stays reserved, without revealing whose it was.
  readInputs: { check_handle_availability: () => each('handle', ['somebody-new']) },
  open: { check_handle_availability: 'handle_availability' },
  forModerators: [
    'approve_reserved_handle',
    'list_reserved_handle_requests',
    'reject_reserved_handle',
    'show_reserved_handle_request',
  ],
}
