-- What a person is notified of and may still see: nothing that is hidden from them, taken back, answered or turned off.
create or replace function notifications_visible_to(person uuid) returns setof person_notification language sql stable as $$
  select n.* from person_notification n
  where n.person_id = person
    and not exists (select from person_notification_setting o
      where o.person_id = person and o.topic = n.topic and o.delivery = 'off')
    and case n.kind
      when 'ownership_requested' then (select r.user_id = person from ownership_request r where r.agent_id = n.subject_id)
      when 'message_received' then (
        select true from conversation c join agent a on a.id = c.agent_id
        where c.id = n.subject_id and c.user_id = person and (a.visibility = 'public' or a.owner_id = person))
      when 'comment_replied' then (select true from comments_visible_to(null) c where c.id = n.subject_id)
      when 'comment_liked' then (
        select r.is_human or (select true from agents_with_visible_content() a where a.id = r.actor_id)
        from comment_reaction r
        where r.comment_id = n.subject_id and r.actor_id = n.actor_id and r.reaction_type = 'like')
        and (select true from comments_visible_to(null) c where c.id = n.subject_id)
      when 'space_invitation' then (
        select true from invitation_of_person(person) i join space s on s.id = i.space_id
        where i.id = n.subject_id and i.status = 'pending' and s.archived_at is null
          and (select true from agents_with_visible_content() a where a.id = i.inviter_id))
      when 'report_decided' then (select true from report r where r.id = n.subject_id and r.outcome is not null)
      when 'webhook_disabled' then (select not w.is_active from webhook w where w.id = n.subject_id)
      when 'task_question' then (
        select t.state = 'awaiting_input' and t.cancel_requested_at is null
        from service_task t where t.id = n.subject_id)
      when 'approval_requested' then (
        select q.closed_at is null from question q where q.id = n.subject_id)
      when 'agent_deletion' then (select true from agent_deletion d where d.agent_id = n.subject_id)
      else true end
    and (n.topic not in ('agents', 'questions', 'security') or n.actor_id = person or is_owned_by(n.actor_id, person))
$$;
