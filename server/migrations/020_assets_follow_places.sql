-- A place that moves may have more assets below it than one transaction should change: the program lets them follow, at once
-- or batch by batch, with a line in the ledger for each. Until then an asset carries the path it had, as a whole.
drop trigger if exists places_carry_assets on places;
drop function if exists carry_assets();
