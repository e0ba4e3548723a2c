-- Until when a process is at an import, or at taking it back, unless it says so again. Of imports of before nobody is: whoever
-- runs one again goes on with it.
alter table imports add column leased_until timestamptz;
