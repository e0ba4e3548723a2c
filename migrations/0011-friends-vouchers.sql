-- Vouchers of referred friends -----------------------------------------------------------------

alter table referrals
  -- What the friend's code is good for, as it was when it was given; null: not kept, or there is no code.
  add column terms jsonb,
  -- When the code was used, and on which order, in the form in which orders are compared.
  add column used_at timestamptz(3),
  add column used_by_order_key text,
  add constraint referrals_used_check check ((used_at is null) = (used_by_order_key is null) and (used_at is null or code is not null));

-- Of codes used before, those are known with which a referral was completed.
update referrals r set used_at = o.created_at, used_by_order_key = o.merchant_key
  from orders o
  where o.program_id = r.program_id and o.id = r.order_id and exists (
    select from jsonb_array_elements(o.discount_codes) d where upper(regexp_replace(d ->> 'code', '[\s-]', '', 'g')) = r.code_key);
