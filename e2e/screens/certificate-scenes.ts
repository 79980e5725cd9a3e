import { makeReviewed } from '../support/inventories.ts'
import { handOf } from '../support/people.ts'
import type { SceneStage } from '../support/story.ts'
import { go } from '../support/within.ts'
import { asha, once, type Scene } from './scene.ts'

type Made = { certificate: { _id: string; number: string; inventoryId: string; address: string } }

/** Of a small count with one discrepancy of each kind. */
const make = once(async ({ admin, page: { request } }: SceneStage) => {
  const { inventory } = await makeReviewed(admin, request)
  const approver = await handOf(request, await admin.person({ role: 'admin', name: 'Meera Iyer' }))
  const openReason = 'The search goes on.'
  await approver.call('post', `/api/v1/inventories/${inventory._id}/approve`, { openReason })
  const { certificate } = (await approver.call('post', '/api/v1/certificates', {
    ...{ inventoryId: inventory._id, custodians: ['Suresh Mehta'], notCovered: 'The vault was locked.' },
  })) as Made
  const path = `/api/v1/certificates/${certificate._id}`
  await approver.call('post', `${path}/signatures`, {
    ...{ role: 'approver', drawing: 'M40 130L70 60L95 130L120 70L140 125L175 95L240 85L360 90L470 105' },
  })
  const { address } = (await approver.call('post', `${path}/links`, { name: 'Suresh Mehta' })) as {
    address: string
  }
  return { certificate, token: address.split('#')[1] ?? '' }
})

const title = /^Certificate of Verification VC-\d{4}-\d{4}$/

const opened = (name: string, then: (stage: SceneStage) => Promise<unknown>): Scene => ({
  name,
  heading: title,
  steps: async (stage) => {
    const { certificate } = await make(stage)
    await stage.be(asha)
    await go(stage.page, `/dashboard/default/certificates/${certificate._id}`)
    await stage.page.getByRole('heading', { name: 'Proof' }).waitFor()
    await then(stage)
  },
})

const press = ({ page }: SceneStage, name: string) => page.getByRole('button', { name, exact: true }).click()

export const certificateScreens: Scene[] = [
  opened('certificate', async () => undefined),
  opened('certificate-custodian', async (stage) => {
    await press(stage, 'Custodian signs here')
    await press(stage, 'Sign')
    await stage.page.getByRole('alert').waitFor()
  }),
  opened('certificate-correct', async (stage) => {
    await press(stage, 'Correct certificate')
    await press(stage, 'Make certificate')
    await stage.page.getByRole('alert').waitFor()
  }),
  opened('certificate-link', async (stage) => {
    await press(stage, 'Link for the custodian')
    await stage.page.getByLabel('Name of the custodian').waitFor()
  }),
  {
    name: 'certificate-check',
    heading: 'Check a Certificate',
    alone: true,
    steps: async (stage) => {
      const { certificate } = await make(stage)
      await go(stage.page, new URL(certificate.address).pathname)
      await stage.page.getByText('This certificate is valid.').waitFor()
    },
  },
  {
    name: 'custodian-signs',
    heading: 'Sign a certificate',
    alone: true,
    steps: async (stage) => {
      const { token } = await make(stage)
      await go(stage.page, `/custodian#${token}`)
      await stage.page.getByText('Suresh Mehta, you sign').waitFor()
    },
  },
  {
    name: 'auditor',
    heading: 'For the Auditor',
    steps: async (stage) => {
      await make(stage)
      await stage.be(asha)
      await go(stage.page, '/dashboard/default/auditor')
      await stage.page.getByRole('heading', { name: 'Is the log intact?' }).waitFor()
    },
  },
]
