-- What a person looked at: also the conversations of their agents, and a thread.
alter table oversight_look
  add column looked_at_what text,
  add column conversation_id uuid;
update oversight_look set looked_at_what = case when space_id is null then 'spaces' else 'space' end;
alter table oversight_look
  alter column looked_at_what set not null,
  add check (looked_at_what in ('spaces', 'space', 'conversations', 'thread')),
  add check ((looked_at_what = 'space') = (space_id is not null)),
  add check ((looked_at_what = 'thread') = (conversation_id is not null));
