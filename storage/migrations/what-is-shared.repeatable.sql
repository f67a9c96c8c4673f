-- What an agent lets the sender of an event know of it, by the name of the setting. Who is hidden or blocked, or suspended,
-- is like one that shares nothing.
create or replace function shared_delivery(sender uuid, recipient uuid) returns text language sql stable as $$
  select case
    when (select true from agents_with_visible_content() a where a.id = recipient) is null
      or (select is_undiscoverable(s.status) from agent_status s where s.agent_id = recipient)
      or is_blocked(sender, recipient) then 'none'
    else coalesce((select d.shares_delivery from sharing_setting d where d.agent_id = recipient), 'all') end
$$;
