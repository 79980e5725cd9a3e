-- How an import reads the cells of fields of the organisation; null: it does not fit. docs/decisions/009-imports.md

-- Plain decimals with or without commas, as 1,000,000 or 10,00,000. Spreadsheets also write 1E-7.
create function readable_decimal(written text) returns numeric language plpgsql immutable strict parallel safe as $$
begin
  if length(written) > 400 or written !~
    '^[+-]?(([0-9]+|[0-9]{1,3}(,[0-9]{3})+|[0-9]{1,2}(,[0-9]{2})*,[0-9]{3})(\.[0-9]+)?|\.[0-9]+)([eE][+-]?[0-9]{1,3})?$'
  then
    return null;
  end if;
  return replace(written, ',', '')::numeric;
end $$;

-- As precise as the API reads numbers.
create function readable_number(written text) returns jsonb language plpgsql immutable strict parallel safe as $$
declare
  amount numeric := readable_decimal(written);
begin
  if amount = 0 then
    return '0';
  end if;
  return case when abs(amount) between 5e-324 and 1e12 then to_jsonb(amount::float8) end;
end $$;

-- In minor units.
create function readable_money(written text) returns jsonb language plpgsql immutable strict parallel safe as $$
declare
  amount numeric := readable_decimal(written);
begin
  return case when scale(amount) <= 2 and abs(amount) <= 1e13 then to_jsonb((amount * 100)::bigint) end;
end $$;

create function readable_yes_no(written text) returns jsonb language sql immutable strict parallel safe as $$
  select case when lower(written) in ('yes', 'true', '1', 'हाँ', 'हां') then 'true'::jsonb
    when lower(written) in ('no', 'false', '0', 'नहीं', 'नही') then 'false'::jsonb end
$$;

create function readable_link(written text) returns jsonb language sql immutable strict parallel safe as $$
  select case when length(written) <= 2000
      and written ~* '^https?://([^\s/?#@\\]*@)?([^\s/?#@:\\<>^|%"\[\]]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?([/?#][^\x01-\x1f]*)?$'
    then to_jsonb(written) end
$$;
