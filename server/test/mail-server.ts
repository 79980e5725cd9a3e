import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, vi } from 'vitest'

export type Mail = {
  to: string
  from: string
  subject: string
  text: string
  files: { name: string; bytes: Buffer }[]
}

/** A long header continues on the next line after a space. */
const unfolded = (head: string) => head.replace(/\r\n(?=[ \t])/g, '')

/** The attachments of an email, decoded from base64. */
const filesIn = (raw: string) =>
  raw.split(/^--\S+\s*$/m).flatMap((part) => {
    const [head = '', body = ''] = part.split('\r\n\r\n')
    const name = /^Content-Disposition: attachment;\s+filename="?([^"\r\n]*)/m.exec(unfolded(head))?.[1]
    return name === undefined ? [] : [{ name, bytes: Buffer.from(body, 'base64') }]
  })

const patience = { timeout: 15_000, interval: 10 }

/** A mail server on loopback that stores the emails it receives, until the file's tests are over. */
export async function mailServer() {
  const mails: Mail[] = []
  const state = { refuses: false }
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, { envelope }, done) {
      void text(stream).then((raw) => {
        if (state.refuses) return done(new Error('not now'))
        const plain = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=')
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address).join()
        const subject = /^Subject: (.*)$/m.exec(plain)?.[1]?.trim() ?? ''
        mails.push({ to, from, subject, text: plain, files: filesIn(raw) })
        return done()
      })
    },
  })
  const listener = smtp.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  afterAll(() => new Promise<void>((resolve) => smtp.close(resolve)))
  const { port } = listener.address() as AddressInfo
  const mailsTo = (email: string) => mails.filter(({ to }) => to === email)
  return {
    settings: { url: `smtp://127.0.0.1:${port}`, from: 'Assets <assets@example.com>' },
    mails,
    mailsTo,
    state,
    mailTo: (email: string, count = 1) =>
      vi.waitFor(() => {
        const sent = mailsTo(email)
        expect(sent).toHaveLength(count)
        return sent.at(-1) as Mail
      }, patience),
  }
}
