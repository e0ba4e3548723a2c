-- Notes of operators -----------------------------------------------------------------------------

-- Words of colleagues about a customer. They stand outside the ledger: they can be deleted, and are with their customer.
create sequence customer_note_ids;
create table customer_notes (
  program_id bigint not null,
  id bigint not null default nextval('customer_note_ids'),
  customer_id bigint not null,
  -- The adjustment by hand that it explains; null: none.
  adjustment_id bigint,
  text text not null check (text <> ''),
  -- Who wrote it; null: nobody who signs in.
  operator_id bigint,
  -- Of the wall clock.
  created_at timestamptz(3) not null,
  primary key (program_id, id)
);
create index customer_notes_of on customer_notes (program_id, customer_id, id);

-- The reason that an operator chose for an adjustment; null: none was asked for. Nothing of before has one.
alter table adjustments add column reason_code text;
alter table adjustments add constraint adjustments_reason_code_check
  check (reason_code in ('goodwill', 'missing_points', 'correction', 'promotion', 'returned', 'abuse', 'other')) not valid;
