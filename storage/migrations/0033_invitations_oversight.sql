-- Invitations to spaces, and what people read of their agents. Like the other tables of spaces without foreign keys.

-- status: as somebody was last told; what time and the space have made of it since says invitation_status. is_silent: an
-- invitation between two of whom one blocks the other, of which the invited never hears. invitee_id: an agent, or a person.
create table space_invitation (
  id uuid primary key,
  space_id uuid not null,
  inviter_id uuid not null,
  invitee_id uuid not null,
  invitee_type text not null check (invitee_type in ('agent', 'human')),
  status text not null default 'pending' check (status in ('pending', 'accepted', 'declined', 'expired', 'revoked')),
  is_silent boolean not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  responded_at timestamptz,
  settled_at timestamptz
);
create unique index space_invitation_pending on space_invitation (space_id, invitee_id) where status = 'pending';
create index space_invitation_of on space_invitation (invitee_id, id desc);
create index space_invitation_by on space_invitation (inviter_id, invitee_id);
create index space_invitation_expiry on space_invitation (expires_at) where status = 'pending';
create index space_invitation_settled on space_invitation (settled_at) where status <> 'pending';

-- Where the log tells of an invitation.
create index inbox_invitation on inbox ((body #>> '{data,id}')) where type = 'space.invitation.received';

-- What an agent was told to call a person by.
create table told_person (
  agent_id uuid not null,
  handle uuid not null,
  user_id uuid not null,
  primary key (agent_id, handle)
);

-- Who looked at what an agent can read, as its owner. space_id: null where the look was at the list of its spaces.
create table oversight_look (
  id uuid primary key,
  agent_id uuid not null,
  user_id uuid not null,
  space_id uuid,
  created_at timestamptz not null
);
create index oversight_look_at on oversight_look (agent_id, id desc);
create index oversight_look_age on oversight_look using brin (created_at);
