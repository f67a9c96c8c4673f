create table person (
  id uuid primary key,
  email text collate "C" not null,
  display_name text not null,
  created_at timestamptz not null,
  constraint person_email_unique unique (email)
);

alter table mail add constraint mail_person_id_fkey
  foreign key (person_id) references person on delete cascade;

-- What an agent was told to call a person by.
create table notified_person (
  agent_id uuid not null,
  handle uuid not null,
  user_id uuid not null,
  primary key (agent_id, handle)
);

-- Codes on their way. ticket: sha256 of what the browser that asked keeps; digest: keyed, of the code.
create table sign_in_code (
  ticket bytea primary key,
  email text collate "C" not null,
  digest bytea not null,
  tries_left smallint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- A live code of an address is mailed again: it is derived from the server's secret and what stands here. Rows of the
  -- version before have none.
  salt bytea
);
create index sign_in_code_expiry on sign_in_code (expires_at);
create index sign_in_code_email on sign_in_code (email);

-- digest: sha256 of what the browser keeps. expires_at: however often it is used.
create table person_session (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  digest bytea not null,
  method text not null check (method in ('code', 'passkey', 'link')),
  browser text not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  expires_at timestamptz not null,
  -- Where a person signed in from, as a keyed digest.
  network uuid,
  constraint person_session_digest unique (digest)
);
create index person_session_person on person_session (person_id, id desc);
create index person_session_expiry on person_session (expires_at);

-- id: of the credential, in base64url. counter: of its last use, where the device counts.
create table passkey (
  id text collate "C" primary key,
  person_id uuid not null references person on delete cascade,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkey_person on passkey (person_id, created_at);

-- Asked of a browser, to be answered with a passkey once. holder: sha256 of what the browser keeps; network: 16 bytes
-- that tell addresses apart without saying them.
create table passkey_ceremony (
  holder bytea primary key,
  person_id uuid references person on delete cascade,
  network uuid not null,
  challenge text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index passkey_ceremony_expiry on passkey_ceremony (expires_at);
create index passkey_ceremony_network on passkey_ceremony (network, created_at);
create index passkey_ceremony_age on passkey_ceremony (created_at);

-- Who helps to run the installation, and as what.
create table person_role (
  person_id uuid primary key references person on delete cascade,
  role text not null check (role in ('reader', 'moderator', 'operator')),
  granted_at timestamptz not null
);
