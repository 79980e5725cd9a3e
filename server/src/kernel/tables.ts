import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** What the migrations make, as Kysely sees it. Times arrive as ISO strings. */
export type Tables = {
  events: {
    id: GeneratedAlways<number>
    at: GeneratedAlways<string>
    actor_id: string | null
    action: string
    record_kind: string
    record_id: string
    place_id: string | null
    before: JSONColumnType<object> | null
    after: JSONColumnType<object> | null
    request_id: string
  }
  throttles: { key: Buffer; tries: number; window_ends_at: string }
  places: {
    id: Generated<string>
    kind: string
    name: string
    parent_id: string | null
    created_at: GeneratedAlways<string>
    created_by: string | null
  }
  roles: {
    id: Generated<string>
    name: string
    permissions: string[]
    everywhere: Generated<boolean>
    built_in: Generated<boolean>
    created_at: GeneratedAlways<string>
    created_by: string | null
  }
  users: {
    id: Generated<string>
    name: string
    lastname: Generated<string>
    email: string
    job_title: Generated<string>
    password_hash: string
    role_id: string
    city_id: string
    status: Generated<'active' | 'disabled'>
    picture: string | null
    created_at: GeneratedAlways<string>
    created_by: string | null
    last_sign_in_at: string | null
    deleted_at: string | null
  }
  user_places: { user_id: string; place_id: string }
  sessions: {
    id: Generated<string>
    user_id: string
    token_hash: Buffer
    cookie_hash: Buffer
    address: string
    agent: string
    created_at: GeneratedAlways<string>
    last_seen_at: Generated<string>
    expires_at: string
  }
  password_resets: { token_hash: Buffer; user_id: string; expires_at: string }
  access_requests: {
    id: Generated<string>
    name: string
    email: string
    password_hash: string | null
    status: Generated<'pending' | 'approved' | 'rejected'>
    created_at: GeneratedAlways<string>
    decided_by: string | null
    decided_at: string | null
  }
}
