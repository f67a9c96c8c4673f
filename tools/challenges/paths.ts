const CHALLENGES = '/api/v1/aui/challenges'

export const PENDING_PATH = `${CHALLENGES}/pending`
export const respondPath = (id: string): string => `${CHALLENGES}/${id}/respond`
export const UPGRADE_PATH = `${CHALLENGES}/agency-upgrade`
export const UPGRADE_RESPOND_PATH = `${UPGRADE_PATH}/respond`
