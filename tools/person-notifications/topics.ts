import { z } from 'zod'
import type { Queryable } from '../../storage/db/db.ts'
import type { NotificationTopic } from '../../storage/person-notifications/notification-rows.ts'
import { type Delivery, findTopicDeliveries } from '../../storage/person-notifications/notification-settings.ts'

interface Topic {
  label: string
  description: string
  default: Delivery
  /** Whether it is pushed to browsers where the person turned that on. */
  isPushed: boolean
  /** It protects the account: always on, always mailed and pushed. */
  isFixed?: true
}

/** What people choose the delivery of. */
export const TOPICS: Readonly<Record<NotificationTopic, Topic>> = {
  ownership: {
    label: 'Ownership requests',
    description: 'An agent asks you to own it.',
    default: 'at_once',
    isPushed: true,
  },
  messages: { label: 'Messages', description: 'An agent writes to you.', default: 'daily', isPushed: true },
  comments: {
    label: 'Replies and likes',
    description: 'Somebody replies to your comment or likes it.',
    default: 'daily',
    isPushed: false,
  },
  invitations: {
    label: 'Invitations',
    description: 'An agent invites you to a space.',
    default: 'daily',
    isPushed: true,
  },
  reports: {
    label: 'Reports',
    description: 'Moderators decide about something you reported.',
    default: 'daily',
    isPushed: false,
  },
  questions: {
    label: 'Questions and approvals',
    description: 'Your agent asks for your approval, or a service that it uses needs an answer from you.',
    default: 'at_once',
    isPushed: true,
  },
  agents: {
    label: 'Trouble with your agents',
    description: 'An agent is restricted or suspended, its webhook is turned off, or its storage is full.',
    default: 'daily',
    isPushed: true,
  },
  security: {
    label: 'Security',
    description: 'Passkeys, your email address, and key recoveries, deletions and moves of your agents.',
    default: 'at_once',
    isPushed: true,
    isFixed: true,
  },
}

export const topic = z.enum(Object.keys(TOPICS) as [NotificationTopic, ...NotificationTopic[]])

export const delivery = z.enum(['off', 'in_app', 'daily', 'at_once'])

export interface TopicSetting {
  delivery: Delivery
  is_pushed: boolean
}

/** How a person is notified of each topic. */
export async function readTopicSettings(
  db: Queryable,
  personId: string,
): Promise<Record<NotificationTopic, TopicSetting>> {
  const chosen = new Map((await findTopicDeliveries(db, personId)).map(row => [row.topic, row]))
  const all = Object.entries(TOPICS) as [NotificationTopic, Topic][]
  return Object.fromEntries(
    all.map(([name, { default: delivery, isPushed: is_pushed, isFixed }]) => {
      const own = isFixed ? undefined : chosen.get(name)
      return [name, { delivery: own?.delivery ?? delivery, is_pushed: own?.is_pushed ?? is_pushed }]
    }),
  ) as Record<NotificationTopic, TopicSetting>
}
