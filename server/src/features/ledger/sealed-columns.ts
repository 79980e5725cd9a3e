/** The columns of an entry as they are sealed; times are ISO, because sessions run in UTC. */
export const sealedColumns = `events.id, events.at, events.actor_id as "actorId", events.action,
  events.record_kind as "recordKind", events.record_id as "recordId", events.place_id as "placeId",
  events.from_place_id as "fromPlaceId", events.readable_id as "readableId", events.version,
  events.request_id as "requestId", events.xact::text as transaction, events.record_name as "recordName",
  events.before::text as before, events.after::text as after`

export const redactionColumns = `id, entry_id as "entryId", person_id as "personId", encode(former, 'hex') as former,
  encode(texts, 'hex') as texts, at`

/** A seal as it is checked. */
export const sealColumns = `number, encode(previous, 'hex') as previous, sealed_at as "sealedAt", first_id as "firstId",
  last_id as "lastId", cardinality(ids) as entries, redactions, encode(root, 'hex') as root, encode(key, 'hex') as key,
  encode(hash, 'hex') as hash, encode(signature, 'hex') as signature`
