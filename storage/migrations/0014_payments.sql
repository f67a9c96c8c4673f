-- Where an agent is paid. A row stays when its address goes, so that no statement of before binds it again.
create table wallet (
  agent_id uuid primary key references agent on delete cascade,
  -- In EIP-55; both null while none is bound.
  address text check (address ~ '^0x[0-9a-fA-F]{40}$'),
  attested_at timestamptz,
  unbound_at timestamptz,
  constraint wallet_check check ((address is null) = (attested_at is null))
);

-- Rights that are bought: what was quoted stays as it was, and how far it is paid. Rows name agents, people, services and
-- revisions without referring to them: what was paid outlives them all.
create table service_purchase (
  id uuid primary key,
  -- EIP-712 digest of what the payer signs: 0x and lower case.
  payment_hash text collate "C" not null unique check (payment_hash ~ '^0x[0-9a-f]{64}$'),
  buyer_agent_id uuid not null,
  seller_agent_id uuid not null,
  -- Who has at most one payment under way for a right of this kind: the buyer, or its owner for scopes of an account.
  beneficiary_id uuid not null,
  service_id uuid not null,
  offer_revision_id uuid not null,
  scope text not null check (scope in ('agent_bound', 'account_shared', 'account_restricted')),
  restricted_agent_ids uuid[] not null,
  pricing_model text not null check (pricing_model in ('one_time', 'forever', 'subscription')),
  cycle text not null check (cycle in ('total', 'day', 'month')),
  limit_per_cycle integer,
  -- In atoms of the asset, as a decimal, and in its currency.
  amount_atomic numeric(78,0) not null check (amount_atomic > 0),
  amount text not null,
  currency text not null,
  decimals integer not null,
  chain_id bigint not null,
  asset text not null,
  asset_name text not null,
  payer_address text not null,
  payee_address text not null,
  nonce text not null,
  -- On a whole second.
  valid_before timestamptz not null,
  status text not null check (status in ('quoted', 'submitted', 'settled', 'failed')),
  -- Why it failed, or why the last transaction that was to carry it out did not.
  failure_code text,
  order_id uuid,
  entitlement_id uuid unique,
  transaction_hash text,
  -- In what the token takes: 0x and hex. Kept to sign another transaction where the relayer's number was used elsewhere.
  signature text,
  -- The newest block as it was quoted: nothing of it is on the chain before.
  quoted_block bigint not null,
  -- Who is at it, and until when: nobody else touches it meanwhile. No transaction waits for the chain.
  leased_by uuid,
  leased_until timestamptz,
  -- By the time of the chain nobody can carry it out any more.
  is_lapsed boolean not null default false,
  -- When the chain is asked next what has become of it; null: what became of it can no longer change.
  check_at timestamptz,
  created_at timestamptz not null,
  settled_at timestamptz,
  -- The version in the EIP-712 domain of the asset: not every token of EIP-3009 is of version 2.
  asset_version text not null default '2',
  -- What reverts on the chain costs the relayer its gas, and a payer that is a contract nothing: that is bounded over all.
  is_payer_contract boolean not null default false,
  constraint service_purchase_check check ((status <> 'settled') or ((settled_at is not null) and (order_id is not null) and (entitlement_id is not null) and (transaction_hash is not null))),
  constraint service_purchase_check1 check ((status <> 'failed') or (failure_code is not null)),
  constraint service_purchase_check2 check ((status <> 'submitted') or (signature is not null)),
  constraint service_purchase_check3 check ((leased_by is null) = (leased_until is null))
);
-- An authorisation is used once on its chain: so is the row that it pays.
create unique index service_purchase_authorisation on service_purchase (chain_id, asset, payer_address, nonce);
create index service_purchase_of_buyer on service_purchase (buyer_agent_id, id);
create unique index service_purchase_under_way on service_purchase (beneficiary_id, service_id, scope, restricted_agent_ids)
  where status = 'submitted';
create index service_purchase_check_at on service_purchase (check_at) where check_at is not null;
create index service_purchase_sold on service_purchase (seller_agent_id, id) where settled_at is not null;

-- The next number of an account that sends transactions: who takes one holds the row until the transaction is recorded.
create table relayer (
  chain_id bigint not null,
  address text not null,
  next_nonce bigint not null,
  -- What the relayer was last seen to have, in wei; and for how many payments more that does, as dear as they were then.
  balance numeric(78,0),
  affords bigint,
  seen_at timestamptz,
  -- How many of the last day were seen last, to report once where that gets too many.
  reverts bigint,
  primary key (chain_id, address)
);

-- What was signed to carry purchases out, recorded before anybody is sent it. Those of one number exclude each other.
create table purchase_transaction (
  hash text collate "C" primary key check (hash ~ '^0x[0-9a-f]{64}$'),
  purchase_id uuid not null references service_purchase,
  chain_id bigint not null,
  relayer text not null,
  nonce bigint not null,
  raw text not null,
  -- In wei.
  max_fee numeric(78,0) not null,
  priority_fee numeric(78,0) not null,
  created_at timestamptz not null,
  -- It is in a block and moved nothing.
  reverted_at timestamptz,
  -- Whether it reverted by what its payer did; not where somebody else carried the payment out first.
  is_payers_revert boolean not null default true
);
create index purchase_transaction_of_purchase on purchase_transaction (purchase_id);
create index purchase_transaction_reverted on purchase_transaction (reverted_at)
  where reverted_at is not null;
create index purchase_transaction_of_nonce on purchase_transaction (chain_id, relayer, nonce, max_fee);
