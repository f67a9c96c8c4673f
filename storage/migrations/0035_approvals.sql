-- Questions of the kind approval, which agents ask their owners in messages.
alter table question drop constraint question_kind_check;
alter table question add constraint question_kind_check check (kind in ('choice', 'form', 'approval')) not valid;

-- What an owner decided. record: a signed record of it, which anybody can verify. It goes with the person.
create table approval_decision (
  question_id uuid primary key references question on delete cascade,
  person_id uuid not null references person on delete cascade,
  decision text not null check (decision in ('approved', 'declined')),
  record text not null,
  decided_at timestamptz not null
);
create index approval_decision_person on approval_decision (person_id, decided_at);
