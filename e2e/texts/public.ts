import { answerCalls, breakCalls, forbidCalls, holdCalls } from '../support/network.ts'
import { newEmail, password } from '../support/people.ts'
import { go } from '../support/within.ts'
import { type Scene, serverSays } from './scene.ts'

export const publicScenes: Scene[] = [
  {
    screen: 'Login',
    moments: [
      {
        when: 'the server fails without a message',
        steps: async ({ page }) => {
          await answerCalls(page, '/api/v1/settings', { json: { mail: true, demo: null, directories: [] } })
          await breakCalls(page, '/api/v1/login')
          await go(page, '/login')
          await page.getByLabel('Email').fill('someone@example.com')
          await page.getByLabel('Password', { exact: true }).fill(password)
          await page.getByRole('button', { name: 'Login now' }).click()
        },
        rows: [[8, 'Login failed. Please try again.']],
      },
      {
        when: 'the server says why',
        steps: async ({ page }) => {
          await forbidCalls(page, '/api/v1/login')
          await page.getByRole('button', { name: 'Login now' }).click()
        },
        rows: [serverSays],
      },
      {
        when: 'the answer takes long',
        steps: async ({ page }) => {
          await holdCalls(page, '/api/v1/login')
          await page.getByRole('button', { name: 'Login now' }).click()
        },
        rows: [[2, 'Logging in...']],
      },
    ],
  },
  {
    screen: 'Register',
    moments: [
      {
        when: 'the passwords differ',
        steps: async ({ page }) => {
          await go(page, '/register')
          await page.getByLabel('Name').fill('Someone')
          await page.getByLabel('Email').fill(newEmail())
          await page.getByLabel('Password', { exact: true }).fill(password)
          await page.getByLabel('Confirm password').fill('Another-One-12')
          await page.getByRole('button', { name: 'Register now' }).click()
        },
        rows: [[5, 'Passwords do not match!']],
      },
      {
        when: 'the server fails without a message',
        steps: async ({ page }) => {
          await breakCalls(page, '/api/v1/access-requests')
          await page.getByLabel('Confirm password').fill(password)
          await page.getByRole('button', { name: 'Register now' }).click()
        },
        rows: [[8, 'Failed to register. Please try again.']],
      },
      {
        when: 'the server says why',
        steps: async ({ page }) => {
          await forbidCalls(page, '/api/v1/access-requests')
          await page.getByRole('button', { name: 'Register now' }).click()
        },
        rows: [serverSays],
      },
    ],
  },
]
