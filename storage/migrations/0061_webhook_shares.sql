-- What webhooks share with others, so that who takes much is passed over where others wait. network: where a webhook was
-- registered from, as a keyed digest. Of those that are sent to, as the last turn found them: party, the agent's owner,
-- or the network of an agent without one, or the agent; address, where it was last sent to.
alter table webhook add network uuid;
alter table webhook_sending add host text not null default '', add party uuid, add address text;
update webhook_sending s set host = split_part(w.host, ':', 1), party = coalesce(a.owner_id, w.agent_id)
from webhook w left join agent a on a.id = w.agent_id where w.id = s.webhook_id;
update webhook_sending set party = webhook_id where party is null;
alter table webhook_sending alter host drop default, alter party set not null;
