import { switchCity } from '../support/city.ts'
import { addressOf, choose, makeMaster, nameField, parentField, submit } from '../support/masters.ts'
import { newName } from '../support/people.ts'
import { expect, test } from '../support/story.ts'

test('the parent of a new record is not kept for another city, and leaving asks for confirmation', async ({
  page,
  enter,
  admin,
}) => {
  const mm = await makeMaster(admin, 'mm')
  await enter({ role: 'admin' })
  await page.goto('/dashboard/indore/users/create-user')
  await expect(page.getByLabel('Location')).toHaveValue('indore')
  await switchCity(page, 'Indore', 'Pune')
  await expect(page.getByLabel('Location')).toHaveValue('pune')

  await page.goto(addressOf('property', '', 'indore'))
  await choose(page, parentField(page), mm.name)
  const name = newName('Tower')
  await nameField(page, 'property').fill(name)
  await submit(page).click()
  await expect(page.getByText(`"${name}" added successfully!`)).toBeVisible()
  await expect(parentField(page)).toHaveValue(`${mm.name} · Indore`)
  await switchCity(page, 'Indore', 'Pune')
  await expect(parentField(page)).toHaveValue('')
  await switchCity(page, 'Pune', 'Indore')
  await choose(page, parentField(page), mm.name)
  await switchCity(page, 'Indore', 'Pune')
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(page).toHaveURL(/pune/)
  await expect(parentField(page)).toHaveValue('')
  await nameField(page, 'property').fill(newName('Tower'))
  await submit(page).click()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText('Please choose what it belongs to.')
})
