import { type Family, PAGES } from '../family.ts'

export const changelog: Family = {
  asked: { list_changes: () => PAGES },
  open: { list_changes: undefined },
}
