-- A referral link names no program: its customer is found by the referral id alone, however many programs there are.
create unique index customers_by_referral_id on customers (referral_id, program_id);
drop index customers_by_referral;
