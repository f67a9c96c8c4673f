-- statement by statement
create index concurrently if not exists purchase_transaction_of_nonce
  on purchase_transaction (chain_id, relayer, nonce, max_fee);
