-- How people sign in: by a code that a mail takes to them, or a passkey; and how they stay signed in.

-- Codes on their way. ticket: sha256 of what the browser that asked keeps; digest: keyed, of the code.
create table sign_in_code (
  ticket bytea primary key,
  email text collate "C" not null,
  digest bytea not null,
  tries_left smallint not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_code_expiry on sign_in_code (expires_at);

-- digest: sha256 of what the browser keeps. expires_at: however often it is used.
create table person_session (
  id uuid primary key,
  person_id uuid not null references person on delete cascade,
  digest bytea not null constraint person_session_digest unique,
  method text not null check (method in ('code', 'passkey', 'link')),
  browser text not null,
  created_at timestamptz not null,
  used_at timestamptz not null,
  expires_at timestamptz not null
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

-- Mail also goes to addresses of nobody yet. secret: sealed, stands where the content has its place, until it was sent.
alter table mail alter column person_id drop not null;
alter table mail add column email text;
alter table mail add column secret bytea;
alter table mail add constraint mail_addressee check ((person_id is null) <> (email is null));
