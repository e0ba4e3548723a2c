-- Closed months --------------------------------------------------------------------------------

-- The books of months that finance has closed. They stay as they are.
create table closed_months (
  program_id bigint not null,
  -- The first day.
  month date not null,
  -- Transactions up to this id are in the books of the month or of one before. Later ones are booked after it, whatever
  -- their day.
  counted_to bigint not null,
  closed_at timestamptz(3) not null,
  -- JSON, letter for letter as it was closed.
  books text not null,
  primary key (program_id, month)
);
create trigger append_only before update or delete or truncate on closed_months for each statement execute function refuse_change();

-- What was booked in a later month than that of its day, because its month was closed.
create table report_late (
  program_id bigint not null,
  generation integer not null,
  -- The first days of the month in which it is booked, and of the month that it is dated in.
  booked date not null,
  dated date not null,
  flow text not null,
  points bigint not null,
  transactions bigint not null,
  primary key (program_id, generation, booked, dated, flow)
);
