import type pg from 'pg'
import { newClient } from '#kernel/db/connection.ts'

/** A connection of the owner of the tables, who can do what the program cannot. */
export async function withOwner<T>(
  { ownerUrl }: { ownerUrl: string },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = newClient(ownerUrl, 'ats test')
  await client.connect()
  try {
    await client.query(`set timezone = 'UTC'`)
    return await work(client)
  } finally {
    await client.end()
  }
}
