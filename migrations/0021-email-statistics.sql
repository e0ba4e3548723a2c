-- Search by email -----------------------------------------------------------------------------

-- The planner tells a rare part of an email from a common one by these. The statistics of the indexes themselves are
-- kept from every role but their owner.
create statistics customers_email_words on (lower(email)) from customers;
-- Reads a sample and holds up nobody.
analyze customers;
