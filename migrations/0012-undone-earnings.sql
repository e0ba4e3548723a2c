-- What becomes of an earning that is undone ----------------------------------------------------

-- Columns with constant defaults and constraints that are not checked for rows of before: at once, however many
-- rows there are. Rows of before are right as they are: nothing of them was told apart.
alter table activities
  -- What was to be taken back and had expired before, so that nothing was taken for it.
  add column forgone bigint not null default 0,
  -- What of the spared was taken later, when its points came back.
  add column reclaimed bigint not null default 0,
  add constraint activities_forgone_check check (forgone between 0 and value) not valid,
  add constraint activities_reclaimed_check check (reclaimed between 0 and spared) not valid;

alter table lots
  -- What of it an earning that was undone took, or a debt: it returns here when that earning's own points come back.
  add column lent bigint not null default 0,
  -- What was taken for its earning from elsewhere, since its own points were spent: from other lots, or as a debt.
  add column owed bigint not null default 0,
  add constraint lots_lent_check check (lent between 0 and points - remaining - expired) not valid,
  add constraint lots_owed_check check (owed >= 0) not valid;

-- These too change, forward alone. The guard is taken as it is, whatever else has been added to it.
do $$
declare
  guard text := pg_get_functiondef('guard_activity'::regproc);
begin
  guard := replace(guard, 'taken_back,spared,', 'taken_back,spared,forgone,reclaimed,');
  guard := replace(guard, 'new.spared < old.spared', 'new.spared < old.spared or new.forgone < old.forgone or new.reclaimed < old.reclaimed');
  if position('spared,forgone,reclaimed,' in guard) = 0 or position('new.reclaimed < old.reclaimed' in guard) = 0 then
    raise exception 'guard_activity does not let be noted what becomes of earnings that are undone';
  end if;
  execute guard;
end $$;
