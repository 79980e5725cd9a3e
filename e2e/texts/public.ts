import type { Page } from '@playwright/test'
import { answerCalls, breakCalls, holdCalls } from '../support/network.ts'
import { newEmail, password } from '../support/people.ts'
import type { Scene } from './scene.ts'

const noDemo = (page: Page) => answerCalls(page, '/api/v1/settings', { json: { mail: true, demo: null } })

async function fillRegister(page: Page, again = password) {
  await page.goto('/register')
  await page.getByLabel('Name').fill('Someone')
  await page.getByLabel('Email').fill(newEmail())
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm password').fill(again)
  await page.getByRole('button', { name: 'Register now' }).click()
}

async function logIn(page: Page) {
  await page.goto('/login')
  await page.getByLabel('Email').fill('someone@example.com')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login now' }).click()
}

export const publicScenes: Scene[] = [
  {
    screen: 'Login',
    when: 'opened',
    steps: ({ page }) => page.goto('/login'),
    rows: [
      [2, 'Email'],
      [2, 'Password'],
      [2, 'Forgot password?'],
      [2, /^Welcome/],
      [2, 'Login now'],
    ],
  },
  {
    screen: 'Login',
    when: 'nothing is filled in',
    steps: async ({ page }) => {
      await noDemo(page)
      await page.goto('/login')
      await page.getByRole('button', { name: 'Login now' }).click()
    },
    rows: [[5, 'Please enter valid credentials']],
  },
  {
    screen: 'Login',
    when: 'the answer takes long',
    steps: async ({ page }) => {
      await noDemo(page)
      await holdCalls(page, '/api/v1/login')
      await logIn(page)
    },
    rows: [[2, 'Logging in...']],
  },
  {
    screen: 'Login',
    when: 'the server fails without a message',
    steps: async ({ page }) => {
      await noDemo(page)
      await breakCalls(page, '/api/v1/login')
      await logIn(page)
    },
    rows: [[8, 'Login failed. Please try again.']],
  },
  {
    screen: 'Register',
    when: 'opened',
    steps: ({ page }) => page.goto('/register'),
    rows: [
      [2, 'Name'],
      [2, 'Email'],
      [2, 'Password'],
      [2, 'Confirm password'],
      [2, 'Register now'],
      [2, 'Login'],
    ],
  },
  {
    screen: 'Register',
    when: 'sent empty',
    steps: async ({ page }) => {
      await page.goto('/register')
      await page.getByRole('button', { name: 'Register now' }).click()
    },
    rows: [[5, 'Name is required!']],
  },
  {
    screen: 'Register',
    when: 'the passwords differ',
    steps: ({ page }) => fillRegister(page, 'Another-One-12'),
    rows: [[5, 'Passwords do not match!']],
  },
  {
    screen: 'Register',
    when: 'the server fails without a message',
    steps: async ({ page }) => {
      await breakCalls(page, '/api/v1/access-requests')
      await fillRegister(page)
    },
    rows: [[8, 'Failed to register. Please try again.']],
  },
]
