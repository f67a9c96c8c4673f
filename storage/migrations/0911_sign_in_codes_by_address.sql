-- statement by statement
create index concurrently if not exists sign_in_code_email on sign_in_code (email)
