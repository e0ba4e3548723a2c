-- Operators -----------------------------------------------------------------------------------------------

-- The language in which an operator reads the console; null: the one that each browser asks for.
alter table operators add column language text;
