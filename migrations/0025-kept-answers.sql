-- An effect of one statement writes its record with it. Until the answer is made, `status` is null, `body` holds the
-- sealed facts that the answer is made from, and `effect_id` is the row that the effect made.
alter table idempotency_records
  alter column status drop not null,
  add column effect_id bigint,
  -- Sealed bytes cannot be compressed.
  alter column body set storage external;
