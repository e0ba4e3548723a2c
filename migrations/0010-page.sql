-- The loyalty page -----------------------------------------------------------------------------

-- How the page looks, from the program file; null: as this server draws it.
update programs set settings = settings || '{"theme": null}' where not settings ? 'theme';
