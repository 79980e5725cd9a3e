import { createTransport } from 'nodemailer'

type Attachment = { filename: string; content: Buffer }
type Mail = { to: string; subject: string; text: string; attachments?: Attachment[] }
export type SendMail = (letter: Mail) => Promise<void>

type MailSettings = { url: string; from: string }

const transportOf = ({ url }: MailSettings) =>
  createTransport({ url, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 })

/** Connects and authenticates without sending anything; throws the server's error. */
export async function tryMailServer(settings: MailSettings): Promise<void> {
  const transport = transportOf(settings)
  await transport.verify().finally(() => transport.close())
}

/** A mailer for the configured SMTP server; undefined if none is configured. */
export function mailer(settings: MailSettings | undefined): SendMail | undefined {
  if (settings === undefined) return undefined
  const transport = transportOf(settings)
  return async (letter) => {
    await transport.sendMail({ from: settings.from, ...letter })
  }
}
