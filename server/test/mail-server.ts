import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, vi } from 'vitest'

export type Letter = { to: string; from: string; subject: string; text: string }

const patience = { timeout: 15_000, interval: 10 }

/** A mail server on loopback that keeps what it is given, until the file's tests are over. */
export async function mailServer() {
  const letters: Letter[] = []
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
        letters.push({ to, from, subject: /^Subject: (.*)$/m.exec(plain)?.[1]?.trim() ?? '', text: plain })
        return done()
      })
    },
  })
  const listener = smtp.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  afterAll(() => new Promise<void>((resolve) => smtp.close(resolve)))
  const { port } = listener.address() as AddressInfo
  const lettersTo = (email: string) => letters.filter(({ to }) => to === email)
  return {
    settings: { url: `smtp://127.0.0.1:${port}`, from: 'Assets <assets@example.com>' },
    letters,
    lettersTo,
    state,
    letterTo: (email: string, count = 1) =>
      vi.waitFor(() => {
        const sent = lettersTo(email)
        expect(sent).toHaveLength(count)
        return sent.at(-1) as Letter
      }, patience),
  }
}
