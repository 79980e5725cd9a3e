import { certificateChecks, certificateLinks, certificates } from '@ats/contract/certificates/certificates.ts'
import { sessions } from '@ats/contract/identity/sessions.ts'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { certificate } from '../../../test/certificates.ts'
import { inventory, respondToInventory } from '../../../test/inventories.ts'
import { idOf, onePage } from '../../../test/listed.ts'
import { reject, respond, sent } from '../../../test/responses.ts'
import { openAsStranger, openScreen } from '../../../test/screen.tsx'

const address = `/dashboard/default/certificates/${idOf(50)}`
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog')
const text = (what: string | RegExp) => page.getByText(what)
const bodies = (of: object) => sent.filter(({ endpoint }) => endpoint === of).map(({ body }) => body)

async function draw() {
  const pad = page.getByRole('img', { name: 'Signature', exact: true }).element()
  const { left, top } = pad.getBoundingClientRect()
  const at = (type: string, x: number, y: number) =>
    pad.dispatchEvent(
      new PointerEvent(type, {
        ...{ bubbles: true, pointerId: 1, buttons: 1, clientX: left + x, clientY: top + y },
      }),
    )
  pad.setPointerCapture = () => undefined
  at('pointerdown', 10, 10)
  at('pointermove', 60, 40)
  await new Promise(requestAnimationFrame)
  at('pointerup', 60, 40)
}

test('the sheet says what was found, what was not covered, and what proves it', async () => {
  respond(certificates.get, certificate())
  await openScreen(address)
  for (const said of [
    ...['Accuracy of presence', '75 %', 'Accuracy of location', '50 %', '2 · Locked'],
    ...['Handheld 3 (40 reads not sent)', 'The search goes on.', 'R. Rao', 'Ravi Jain', '4711'],
  ])
    await expect.element(text(said).first()).toBeVisible()
  await expect.element(page.getByRole('cell', { name: 'Ignore · Written off · Asha Rao' })).toBeVisible()
  await expect.element(page.getByRole('cell', { name: 'undecided' })).toBeVisible()
  await expect.element(page.getByRole('img', { name: /^QR code/ })).toBeVisible()
})

test('the approver draws a signature and proves the second factor', async () => {
  respond(certificates.get, certificate())
  await openScreen(address)
  await button('Sign as Approver').click()
  await button('Sign').click()
  await expect.element(dialog.getByText('Draw a signature, or sign with the name.')).toBeVisible()
  await draw()
  await dialog.getByLabelText(/code/i).fill('123456')
  const signed = { role: 'approver', name: 'Asha Rao', drawing: 'M1 1L9 9', byLink: false } as const
  const after = { ...signed, _id: idOf(60), signedAt: '2026-11-12T14:00:00Z', withSecondFactor: true }
  respond(certificates.sign, { certificate: certificate({ signatures: [after], maySign: [] }) })
  respond(certificates.get, certificate({ signatures: [after], maySign: [] }))
  await button('Sign').click()
  await expect.element(page.getByRole('img', { name: 'Signature of Asha Rao' })).toBeVisible()
  await expect.element(text(/with second factor/)).toBeVisible()
  expect(bodies(certificates.sign)).toMatchObject([{ role: 'approver', code: '123456' }])
  expect(bodies(certificates.sign)[0]).toHaveProperty('drawing', expect.stringMatching(/^M\d+ \d+L\d+ \d+$/))
})

test('a custodian without an account signs with the name, by keyboard alone', async () => {
  respond(certificates.get, certificate())
  await openScreen(address)
  await button('Custodian signs here').click()
  await dialog.getByLabelText('Name of the custodian').fill('R. Rao')
  await userEvent.tab()
  await dialog.getByRole('checkbox', { name: /^Sign with the name/ }).click()
  respond(certificates.signAsCustodian, { certificate: certificate() })
  await button('Sign').click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(bodies(certificates.signAsCustodian)).toEqual([{ name: 'R. Rao', drawing: null }])
})

test('an approved inventory gets its certificate', async () => {
  const figures = { total: 4, found: 3, notFound: 1, access: 1 }
  respondToInventory(inventory({ status: 'approved', inventoryDate: '2026-11-10T04:00:00Z', ...figures }))
  respond(certificates.list, { certificates: [], ...onePage(0) })
  await openScreen(`/dashboard/physical-inventory/${idOf(1)}`)
  await button('Make certificate').click()
  await dialog.getByLabelText('Custodians who were present').fill('R. Rao\n\nM. Das')
  respond(certificates.create, { certificate: certificate() })
  respond(certificates.get, certificate())
  await dialog.getByRole('button', { name: 'Make certificate' }).click()
  await expect.element(page.getByRole('heading', { name: /VC-2026-0007/ })).toBeVisible()
  expect(bodies(certificates.create)).toEqual([
    { inventoryId: idOf(1), custodians: ['R. Rao', 'M. Das'], notCovered: '', remarks: '' },
  ])
})

const stranger = (where: string) => {
  respond(sessions.settings, { mail: true, demo: null, directories: [] })
  return openAsStranger(where)
}

test('anybody checks a printed certificate', async () => {
  respond(certificateChecks.get, {
    ...{ number: 'VC-2026-0007', place: 'Indore > MM North', approvedOn: '2026-11-12', madeOn: '2026-11-12' },
    ...{ hash: 'ab'.repeat(32), seal: 42, signatures: 2, isIntact: true, replacedBy: null },
  })
  await stranger(`/certificate/${idOf(50)}/AbCdEfGhIjKl`)
  await expect.element(text(/^This certificate is valid/)).toBeVisible()
  await expect.element(text('Indore > MM North')).toBeVisible()
})

test('a wrong code says that there is no such certificate', async () => {
  reject(certificateChecks.get, 'certificate-check-failed')
  await stranger(`/certificate/${idOf(50)}/wrong`)
  await expect.element(text('There is no certificate with this code.')).toBeVisible()
})

test('a custodian reads the figures and signs with a link', async () => {
  respond(certificateLinks.open, {
    ...{ name: 'R. Rao', number: 'VC-2026-0007', placeNames: ['Indore'], startedAt: '2026-11-10T04:00:00Z' },
    ...{ approvedAt: '2026-11-12T12:00:00Z', expected: 4, found: 3, misplaced: 1, unexpected: 1 },
    hash: 'ab'.repeat(32),
  })
  await stranger('/custodian#secret')
  await expect.element(text(/^R\. Rao, you sign/)).toBeVisible()
  await draw()
  respond(certificateLinks.sign, { number: 'VC-2026-0007' })
  await button('Sign').click()
  await expect.element(text('Certificate VC-2026-0007 was signed')).toBeVisible()
  expect(bodies(certificateLinks.sign)).toMatchObject([{ token: 'secret' }])
})
