import path from 'node:path'
import type { Locator } from '@playwright/test'
import { App, expect, shareApp, test } from '../support/app.ts'
import { ByHand } from '../support/by-hand.ts'
import { look } from '../support/look.ts'
import { root } from '../support/root.ts'

shareApp()

const title = 'Simulate Research Query'
const script = App.script('everything')

/** Fills in the form of a tool and sends it, without waiting for what comes of it. */
async function send(hand: ByHand, tool: string, values: object): Promise<void> {
  await hand.choose(tool)
  await hand.form.getByRole('tab', { name: 'JSON' }).click()
  await hand.form.getByRole('textbox', { name: 'Values as JSON' }).fill(JSON.stringify(values))
  await hand.form.getByRole('button', { name: 'Run', exact: true }).click()
}

async function details(card: Locator): Promise<void> {
  await card.getByRole('button', { name: /^Show details/ }).click()
}

test('[TSK-8] a tool that runs as a task says so while it works, and is found in the log by its name', async ({
  app,
}) => {
  const hand = new ByHand(app)
  const { page } = app
  await hand.begin('everything', [script])
  await send(hand, 'simulate-research-query', { topic: 'kites' })
  const running = hand.steps.call(title, 'Running')
  await expect(running).toContainText('Working on the server as a task, asked about every 1.0 s.')
  await expect(running).toContainText(/Gathering sources|Analyzing content/)
  const done = hand.steps.call(title, 'Succeeded')
  await expect(done).toBeVisible({ timeout: 20_000 })
  await details(done)
  await expect(done).toContainText('Research Report: kites')
  await done.getByText('Names and times').click()
  const task = await done.getByText('Task on the server').locator('xpath=following-sibling::dd[1]').innerText()
  expect(task).toMatch(/^\w{8,}/)
  await look(page, 'task')

  await hand.steps.open('Audit')
  const record = await hand.steps.findRecord('Task of a call', 'completed')
  await record.click()
  await expect(page.getByRole('complementary', { name: /^Record \d/ })).toContainText(task)
})

test('[TSK-3] [TSK-8] a task that wants to know more asks, and goes on with the answer', async ({ app }) => {
  const hand = new ByHand(app)
  const { page } = app
  await hand.begin('everything', [script])
  await send(hand, 'simulate-research-query', { topic: 'python', ambiguous: true })
  const waiting = hand.steps.call(title, 'Waiting for you')
  await expect(waiting).toBeVisible({ timeout: 20_000 })
  const form = page.getByRole('group', { name: /^Waiting for you: .*asks for details/ })
  await expect(form).toContainText('multiple interpretations')
  await look(page, 'task-asks')
  await form.getByRole('radio', { name: 'Monty Python comedy group' }).check()
  const submit = form.getByRole('button', { name: 'Submit' })
  await submit.scrollIntoViewIfNeeded()
  await expect(submit).not.toHaveAttribute('aria-disabled', 'true')
  await submit.click()
  const done = hand.steps.call(title, 'Succeeded')
  await expect(done).toBeVisible({ timeout: 20_000 })
  await details(done)
  await expect(done).toContainText('Research Report: python (comedy)')
})

test('[TSK-4] [TSK-8] a task that is cancelled says so until its server has said what came of it', async ({ app }) => {
  const hand = new ByHand(app)
  await hand.begin('peer', [path.join(root, 'test/support/servers/tasks.mjs')])
  await send(hand, 'work', { states: ['working'], message: 'Counting sheep.', deaf: ['tasks/cancel'] })
  const running = hand.steps.call('work', 'Running')
  await expect(running).toContainText('Counting sheep.')
  await look(hand.page, 'task-works')
  await running.getByRole('button', { name: 'Cancel' }).click()
  const asked = hand.steps.call('work', 'Cancellation requested')
  await expect(asked).toContainText('The server has not said yet what became of its task.')
  await expect(asked.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
  await expect(hand.steps.call('work', 'Cancelled')).toContainText('It may have finished on the server.')

  await send(hand, 'work', { states: ['working'] })
  await hand.steps.call('work', 'Running').getByRole('button', { name: 'Cancel' }).click()
  await expect(hand.steps.call('work', 'Cancelled').last()).toContainText('The server says that it stopped its task.')
})

test('[TSK-8] [CAL-1] an operation that takes long shows how far it is, and is cancelled', async ({ app }) => {
  const hand = new ByHand(app)
  await hand.begin('everything', [script])
  await send(hand, 'trigger-long-running-operation', { duration: 40, steps: 80 })
  const name = 'Trigger Long Running Operation'
  const running = hand.steps.call(name, 'Running')
  await expect(running.getByText(/^[1-9]\d* of 80$/)).toBeVisible({ timeout: 20_000 })
  await expect(running.getByRole('progressbar')).toHaveAttribute('aria-valuemax', '80')
  await look(hand.page, 'progress')
  await running.getByRole('button', { name: 'Cancel' }).click()
  const ended = hand.steps.call(name, 'Cancelled')
  await expect(ended).toContainText(/Cancellation requested after \d.+ It may have finished on the server\./)
})
