import { createTransport } from 'nodemailer'

type Attachment = { filename: string } & ({ path: string } | { content: Buffer })
type Mail = { to: string; subject: string; text: string; attachments?: Attachment[] }
export type SendMail = (letter: Mail) => Promise<void>

/** A mailer for the configured SMTP server; undefined where none is set. */
export function mailer(settings: { url: string; from: string } | undefined): SendMail | undefined {
  if (settings === undefined) return undefined
  const transport = createTransport({
    url: settings.url,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  })
  return async (letter) => {
    await transport.sendMail({ from: settings.from, ...letter })
  }
}
