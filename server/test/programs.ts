import { randomUUID } from 'node:crypto'
import { type Program, programPermissions, programs } from '@ats/contract/identity/programs.ts'
import type { Person, TestApp } from './app.ts'
import { administratorOf } from './stock.ts'

export const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString()

export const newProgram = async (t: TestApp, given: object = {}) => ({
  ...{ name: `Program ${randomUUID()}`, permissions: ['reports'], places: [await t.cityId('Indore')] },
  ...{ expiresAt: inDays(30), ...given },
})

/** How a program authenticates. */
export const withKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })

/** A program that calls endpoints as a person does; its places are in Indore unless others are given. */
export async function program(
  t: TestApp,
  given: object = {},
): Promise<Person & { key: string; program: Program }> {
  const answer = await t.call(await administratorOf(t), programs.create, { body: await newProgram(t, given) })
  if (answer.status !== 201) throw new Error(answer.text)
  const { key, program } = answer.body
  const { _id: id, name } = program
  return { id, name, email: '', token: key, cookie: '', ...withKey(key), key, program }
}

export const everyPermission = [...programPermissions]
