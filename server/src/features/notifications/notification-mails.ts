import type { Notification, NotificationRule } from '@ats/contract/notifications.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Id } from '#kernel/db/db.ts'
import type { JobHandler } from '#kernel/jobs/jobs.ts'
import type { Services } from '#kernel/services.ts'
import { noteDueInventories } from './due-inventories.ts'
import { noteEndingCovers } from './ending-covers.ts'
import { writeNotifications } from './notifier.ts'
import { isEntryOf, isStillTheirs, notificationRows } from './queries.ts'
import { noteEndingRentals } from './rentals.ts'
import { rules, standardChoices } from './rules.ts'

const mostListed = 100
const digestDays = 7

/** A notification that was read on the screen is not emailed. */
const isToMail = sql`told.mailed_at is null and told.read_at is null`
const isForDigest = sql`${isToMail} and told.at > now() - make_interval(days => ${digestDays}) and (
  select coalesce(chosen.mail, standard.mail) from ${standardChoices}
  left join notification_choices as chosen on chosen.rule = standard.rule and chosen.user_id = told.user_id
  where standard.rule = told.rule) = 'daily'`

type Mail = { subject: string; paragraphs: string[] }

/**
 * Marks notifications as mailed and sends the email before the commit: if sending fails, they stay unsent. A
 * concurrent attempt waits and finds them marked.
 */
async function mail(
  { db, sendMail, config }: Services,
  chosen: RawBuilder<unknown>,
  write: (told: Notification[], count: number) => Mail,
) {
  if (sendMail === undefined) return
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: number; name: string; email: string }>`
      update notifications as told set mailed_at = now() from users, events as line
      where users.id = told.user_id and ${isEntryOf} and ${isStillTheirs} and ${chosen}
      returning told.id, users.name, users.email`.execute(tx)
    const [person] = rows
    if (person === undefined) return
    const told: Notification[] = await notificationRows(tx)
      .where('told.id', '=', sql<number>`any(${rows.map(({ id }) => id)}::bigint[])`)
      .orderBy('told.id', 'desc')
      .limit(mostListed)
      .execute()
    const { subject, paragraphs } = write(told, rows.length)
    const choice = `You chose to get this by email. To change that: ${config.origin}/dashboard/default/notifications`
    const text = [`Hello ${person.name},`, ...paragraphs, choice].join('\n\n')
    await sendMail({ to: person.email, subject, text })
  })
}

const titleOf = (told: Notification) => rules[told.rule].title(told)
const addressOf = (origin: string, told: Notification) => `${origin}${rules[told.rule].screen(told)}`
/** The titles of these contain the day. */
const saysDay = ['rental-ending', 'field-due', 'inventory-to-do']
/** The details of these are times: of the read, or of the reader's last message. */
const saidAt: Partial<Record<NotificationRule, string>> = {
  'asset-left-property': 'Read at',
  'asset-seen-elsewhere': 'Read at',
  'reader-silent': 'Last message at',
}
const inUtc = (time: string) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
const saidWith = ({ rule, detail }: Notification) => {
  if (detail === null || saysDay.includes(rule)) return []
  const what = saidAt[rule]
  return [what === undefined ? detail : `${what} ${inUtc(detail)}.`]
}

/** Sends one notification to a person who wants it immediately. */
export const sendNotificationMail =
  (services: Services): JobHandler =>
  (id) =>
    mail(services, sql`${isToMail} and told.id = ${id}::bigint`, (told) => ({
      subject: told.map(titleOf).join(),
      paragraphs: told.flatMap((one) => [
        `${titleOf(one)}.`,
        ...saidWith(one),
        addressOf(services.config.origin, one),
      ]),
    }))

/** Sends one email with everything that a person wants daily and has not read yet. */
export const sendDigest =
  (services: Services): JobHandler =>
  (userId) =>
    mail(services, sql`${isForDigest} and told.user_id = ${userId}::uuid`, (told, count) => ({
      subject: count === 1 ? '1 unread notification' : `${count} unread notifications`,
      paragraphs: [
        ...told.map((one) => `- ${titleOf(one)}\n  ${addressOf(services.config.origin, one)}`),
        ...(count > told.length ? [`And ${count - told.length} more.`] : []),
      ],
    }))

/** The work of every morning; repeating it notifies nobody twice. */
export const beginMorning =
  (services: Services): JobHandler =>
  async () => {
    const { db, jobs, sendMail, config } = services
    await noteEndingRentals(db, config.timeZone)
    await noteDueInventories(db, config.timeZone)
    await noteEndingCovers(db, config.timeZone)
    await writeNotifications(services)
    if (sendMail === undefined) return
    const { rows } = await sql<{ id: Id }>`
      select distinct told.user_id as id from notifications as told where ${isForDigest}`.execute(db)
    const people = rows.map(({ id }) => id)
    await jobs.enqueueAll(db, 'digests', people)
  }
