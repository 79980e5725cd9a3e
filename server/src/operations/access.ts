import pg from 'pg'

/** Secrets that a restore invalidates: their owners may have been signed out since the backup. */
export const endedSecrets = [
  'sessions.token_hash',
  'sessions.cookie_hash',
  'password_resets.token_hash',
  'email_changes.token_hash',
  'exports.ticket_hash',
  'sign_in_steps.token_hash',
  'sign_in_steps.cookie_hash',
  'remembered_devices.token_hash',
  'second_factor_setups.sealed_secret',
  'directory_sign_ins.state_hash',
  'directory_sign_ins.browser_hash',
  'certificate_links.token_hash',
]

/** The other secrets of the schema, and why a restore keeps them. */
export const reviewedSecrets = {
  'users.password_hash': 'People sign in with it; a restore names those whose password is an older one.',
  'readers.credential_hash': 'Readers send with it; a restore names those whose credential is an older one.',
  'totp_factors.sealed_secret':
    'People sign in with it after their password; a restore names those whose second factor is an older one.',
  'passkeys.credential_id': 'No secret: the browser names the passkey with it.',
  'recovery_codes.code_hash':
    'People sign in with it after their password; a restore names those whose second factor is an older one.',
  'programs.key_hash': 'Programs send with it; a restore names those whose key is an older one.',
  'programs.former_hash': 'Works for at most seven days after a replacement; compared with the key.',
  'directories.secret': 'The server uses it; a restore names directories whose secret is an older one.',
  'webhooks.secret': 'Signs what is sent; a restore names webhooks whose secret is an older one.',
  'webhooks.former_secret': 'Signs for a day after a replacement; gives no access.',
  'handhelds.token_hash': 'Only says which device sends; a person is logged in besides.',
  'ledger_seals.hash': 'No secret: what a seal signs.',
  'certificates.hash': 'No secret: the SHA-256 of what the certificate says.',
  'papers.hash': 'No secret: the SHA-256 of a file, which is where the file is stored.',
  'idempotency_keys.request_hash': 'Gives no access: it compares a repeated request with the first.',
}

/** Ends every session, begun sign-in, remembered device, password link and download address of a restored backup. */
export async function endAccess(client: pg.Client): Promise<void> {
  await client.query(`
    begin;
    delete from sessions;
    delete from password_resets;
    delete from email_changes;
    delete from sign_in_steps;
    delete from remembered_devices;
    delete from second_factor_setups;
    delete from directory_sign_ins;
    delete from certificate_links;
    update exports set ticket_hash = null, ticket_expires_at = null where ticket_hash is not null;
    commit`)
}

/** A person or device with access. `state` is one of the facts; other facts count only while it is active. */
export type AccessHolder = {
  kind: string
  id: string
  name: string
  facts: Record<string, string>
  secrets: Record<string, string>
}

const holders = `
  select 'account' as kind, u.id, u.full_name || ' <' || u.email || '>' as name,
    jsonb_build_object(
      'state', case when u.deleted_at is null then u.status else 'deleted' end,
      'email', u.email,
      'role', r.name,
      'places', coalesce(given.names, city.name)) as facts,
    jsonb_build_object(
      'password', md5(coalesce(u.password_hash, '')),
      'second factor', md5(concat(
        (select sealed_secret::text from totp_factors where user_id = u.id),
        (select string_agg(credential_id, ' ' order by credential_id) from passkeys where user_id = u.id),
        (select string_agg(code_hash::text, ' ' order by code_hash) from recovery_codes where user_id = u.id)))) as secrets
  from users u join roles r on r.id = u.role_id join places city on city.id = u.city_id
    left join lateral (
      select string_agg(p.name, ', ' order by p.name, p.id) as names
      from user_places g join places p on p.id = g.place_id where g.user_id = u.id
    ) as given on true
  union all
  select 'role', id, name,
    jsonb_build_object(
      'state', 'active',
      'permissions', coalesce((select string_agg(p, ', ' order by p) from unnest(permissions) as p), 'none'),
      'places', case when everywhere then 'everywhere' else 'given' end,
      'second factor', case when second_factor_required then 'required' else 'optional' end),
    '{}'
  from roles
  union all
  select 'reader', id, name,
    jsonb_build_object('state', case
      when removed_at is not null then 'removed' when credential_hash is null then 'blocked' else 'active' end),
    jsonb_build_object('credential', md5(coalesce(credential_hash, '')))
  from readers
  union all
  select 'program', u.id, u.name,
    jsonb_build_object(
      'state', case when u.deleted_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'active' end,
      'permissions', array_to_string(permissions, ', '),
      'addresses', array_to_string(address_ranges, ', '),
      'places', case when everywhere then 'everywhere' else given.names end),
    jsonb_build_object('key', md5(concat(key_hash::text, former_hash::text)))
  from programs join users u on u.id = programs.id
    left join lateral (
      select string_agg(p.name, ', ' order by p.name, p.id) as names
      from user_places g join places p on p.id = g.place_id where g.user_id = u.id
    ) as given on true
  union all
  select 'directory', id, name,
    jsonb_build_object(
      'state', case when enabled then 'active' else 'off' end,
      'settings', settings::text,
      'groups', (select string_agg(concat_ws(' ', group_name, roles.name), ', ' order by group_name)
        from directory_mappings join roles on roles.id = role_id where directory_id = directories.id)),
    jsonb_build_object('secret', md5(coalesce(secret::text, '')))
  from directories
  union all
  select 'webhook', id, name,
    jsonb_build_object('state', case when paused then 'paused' else 'active' end, 'url', url),
    jsonb_build_object('secret', md5(secret::text))
  from webhooks
  order by kind, name, id`

export const readAccess = async (client: pg.Client): Promise<AccessHolder[]> =>
  (await client.query<AccessHolder>(holders)).rows

const active = 'active'

function changesOf(former: AccessHolder, restored: AccessHolder): string[] {
  const isActive = restored.facts.state === active
  const wasActive = former.facts.state === active
  const compared = Object.keys(restored.facts).filter((fact) => fact === 'state' || isActive)
  const facts = compared
    .filter((fact) => restored.facts[fact] !== former.facts[fact])
    .map((fact) => `${fact} ${restored.facts[fact]} (was ${former.facts[fact]})`)
  const secrets = Object.keys(restored.secrets)
    .filter((secret) => isActive && wasActive && restored.secrets[secret] !== former.secrets[secret])
    .map((secret) => `an older ${secret}`)
  return [...facts, ...secrets]
}

/** Whose access differs between the restored database and the one it replaces, one line each. */
export function accessDifferences(
  former: readonly AccessHolder[],
  restored: readonly AccessHolder[],
): string[] {
  const before = new Map(former.map((holder) => [holder.id, holder]))
  const after = new Set(restored.map(({ id }) => id))
  const changed = restored.flatMap((holder) => {
    const known = before.get(holder.id)
    const label = `${holder.kind} ${holder.name}`
    if (known === undefined) return holder.facts.state === active ? [`${label}: ${active} (was missing)`] : []
    const changes = changesOf(known, holder)
    return changes.length > 0 ? [`${label}: ${changes.join(', ')}`] : []
  })
  const gone = former
    .filter(({ id, facts }) => !after.has(id) && facts.state === active)
    .map(({ kind, name }) => `${kind} ${name}: missing (was ${active})`)
  return [...changed, ...gone]
}

/** The former database may have another version, with other tables. */
export const isOtherSchema = (error: unknown) =>
  error instanceof pg.DatabaseError && ['42P01', '42703'].includes(error.code ?? '')
