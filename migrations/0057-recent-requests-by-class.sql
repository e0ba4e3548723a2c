-- one by one
-- Recent requests by the class of their answers -------------------------------------------------------

-- Any class of one caller's answers is found at once, however many others it got.
create index concurrently if not exists recent_requests_by_class
  on recent_requests (program_id, caller_kind, caller_id, (status / 100), at, id);
drop index concurrently if exists recent_requests_refused;
