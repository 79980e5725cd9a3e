import axe from 'axe-core'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { changeLanguage } from '#kernel/words/language.ts'
import { show } from '../../../test/show.tsx'
import { DayField } from './day-field.tsx'
import { DayInput } from './day-input.tsx'
import { SubmittedForm } from './submitted-form.tsx'

let chosen: string[] = []
beforeEach(() => {
  chosen = []
  vi.useFakeTimers({ now: new Date(2026, 10, 17, 12), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  changeLanguage('en')
})

function Field({ first = '' }: { first?: string }) {
  const [day, setDay] = useState(first)
  const choose = (value: string) => {
    chosen.push(value)
    setDay(value)
  }
  return (
    <>
      <DayInput label="Due Date" value={day} onChange={choose} min="2000-01-01" />
      <button type="button">Next</button>
    </>
  )
}

const field = page.getByLabelText('Due Date')
const next = page.getByRole('button', { name: 'Next', exact: true })
const opener = page.getByRole('button', { name: 'Open calendar' })
const calendar = page.getByRole('dialog', { name: 'Calendar' })

test('a typed date is shown as people write it, and is stored as an ISO date', async () => {
  await show(<Field />)
  await expect.element(field).toBeEnabled()
  await userEvent.type(field, '3/4/26')
  expect(chosen).toEqual([])
  await next.click()
  await expect.element(field).toHaveValue('3 Apr 2026')
  expect(chosen).toEqual(['2026-04-03'])
  await field.fill('2026-12-31')
  expect(chosen.at(-1)).toBe('2026-12-31')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('31 Dec 2026')
  await field.fill('')
  expect(chosen.at(-1)).toBe('')
})

test('a text that is not a date stays, with an example', async () => {
  await show(<Field first="2026-11-17" />)
  await field.fill('11/17/2026')
  await next.click()
  await expect.element(field).toHaveValue('11/17/2026')
  await expect.element(field).toHaveAttribute('aria-invalid', 'true')
  await expect
    .element(page.getByText('This is not a date. Type it as 17 Nov 2026 or 17/11/2026.'))
    .toBeVisible()
  await field.fill('1.1.1999')
  await next.click()
  await expect.element(page.getByText('Choose a date from 1 Jan 2000 to 31 Dec 2999.')).toBeVisible()
  expect(chosen).toEqual([])
  await field.fill('today')
  await next.click()
  await expect.element(field).toHaveValue('17 Nov 2026')
  await expect.element(field).not.toHaveAttribute('aria-invalid', 'true')
})

test('the calendar is used with the keyboard, and the focus returns to its button', async () => {
  await show(<Field first="2026-11-17" />)
  await opener.click()
  await expect.element(calendar.getByRole('button', { name: /Tuesday.*17 November.*2026/ })).toHaveFocus()
  const { violations } = await axe.run(calendar.element())
  expect(violations.map(({ id }) => id)).toEqual([])
  await userEvent.keyboard('{ArrowDown}{PageDown}{Home}')
  await expect.element(calendar.getByText('December 2026', { exact: true })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(calendar).not.toBeInTheDocument()
  await expect.element(field).toHaveValue('20 Dec 2026')
  await expect.element(opener).toHaveFocus()
  await opener.click()
  await expect.element(calendar.getByRole('button', { name: 'Today' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(calendar).not.toBeInTheDocument()
  expect(chosen).toEqual(['2026-12-20'])
})

test('in Hindi the field and the calendar are in Hindi', async () => {
  changeLanguage('hi')
  await show(<Field first="2026-11-17" />)
  await expect.element(field).toHaveValue('17 नव॰ 2026')
  await page.getByRole('button', { name: 'कैलेंडर खोलें' }).click()
  await expect.element(page.getByText('नवंबर 2026', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'आज' }).click()
  await field.fill('१ दिसम्बर २०२६')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('1 दिस॰ 2026')
})

test('a form with an unreadable date is not submitted', async () => {
  const submitted = vi.fn()
  const fields = [{ name: 'from', label: () => 'From Date', Input: DayField }]
  await show(<SubmittedForm fields={fields} values={{}} onSubmit={submitted} />)
  const from = page.getByLabelText('From Date')
  await from.fill('32/1/2026')
  await userEvent.keyboard('{Enter}')
  await expect.element(from).toHaveAttribute('aria-invalid', 'true')
  expect(submitted).not.toHaveBeenCalled()
  await from.fill('31 jan')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => submitted.mock.calls).toEqual([[{ from: '2026-01-31' }]])
})
