// Written by `npm run generate` from testing/families/*.ts.
import type { Family } from '../family.ts'
import { bookmarks } from './bookmarks.ts'
import { challenges } from './challenges.ts'
import { endpoints } from './endpoints.ts'
import { entitlements } from './entitlements.ts'
import { keys } from './keys.ts'
import { looking } from './looking.ts'
import { offers } from './offers.ts'
import { purchases } from './purchases.ts'
import { services } from './services.ts'
import { tasks } from './tasks.ts'
import { wallet } from './wallet.ts'
import { webhooks } from './webhooks.ts'

export const FAMILIES: readonly Family[] = [
  bookmarks,
  challenges,
  endpoints,
  entitlements,
  keys,
  looking,
  offers,
  purchases,
  services,
  tasks,
  wallet,
  webhooks,
]
