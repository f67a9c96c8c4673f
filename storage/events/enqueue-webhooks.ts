/** The notification channel for newly due webhooks. */
export const WEBHOOK_CHANNEL = 'webhook'

/**
 * Parts of the sequencer's statement that enqueue deliveries of `put (recipient, seq, event_id, type, created_at)` at
 * `clock (now)`. `woken` has the webhooks that had nothing due before, as of after the lock, since a sender that
 * releases one meanwhile does not see uncommitted rows. `offset 0` prevents conditions from being evaluated before the
 * lock.
 */
export const ENQUEUE_WEBHOOKS = `
  , hooked as (
    insert into webhook_delivery (webhook_id, event_id, seq, event_type, created_at, due_at)
    select w.id, p.event_id, p.seq, p.type, p.created_at, clock.now
    from put p cross join clock cross join lateral (
      select id, events from webhook where agent_id = p.recipient and is_active limit 10) w
    where webhook_wants(w.events, p.type)
    on conflict do nothing
    returning webhook_id
  ), woken as (
    update webhook_sending s set due_at = clock.now
    from clock, (select webhook_id, due_at from webhook_sending
      where webhook_id in (select webhook_id from hooked) order by webhook_id offset 0 for update) h
    where s.webhook_id = h.webhook_id and h.due_at > clock.now
    returning 1
  )`
