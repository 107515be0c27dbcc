import path from 'node:path'
import { any, anyNumber, contains, whole, words } from '../../support/words.ts'
import { App, expect, shareApp, test } from '../support/app.ts'
import { ByHand } from '../support/by-hand.ts'
import { look } from '../support/look.ts'
import { root } from '../support/root.ts'

const { call, callEnding, callState: states } = words.chat

shareApp()

const title = 'Simulate Research Query'
const script = App.script('everything')

/** Fills in a tool's form and sends it, without waiting for the result. */
async function send(hand: ByHand, tool: string, values: object): Promise<void> {
  await hand.choose(tool)
  await hand.form.getByRole('tab', { name: words.manual.form.views.JSON }).click()
  await hand.form.getByRole('textbox', { name: words.manual.form.json }).fill(JSON.stringify(values))
  await hand.form.getByRole('button', { name: words.manual.form.run, exact: true }).click()
}

test('[TSK-8] shows what a task returned, and names the task in the log @all', async ({ app }) => {
  const hand = new ByHand(app)
  const { page } = app
  await hand.begin('everything', [script])
  await send(hand, 'simulate-research-query', { topic: 'kites' })
  const done = hand.steps.call(title, states.succeeded)
  await expect(done).toBeVisible()
  await hand.steps.showDetails(done)
  await expect(done).toContainText('Research Report: kites')
  await done.getByText(call.namesAndTimes).click()
  const task = await done.getByText(call.task).locator('xpath=following-sibling::dd[1]').innerText()
  expect(task).toMatch(/^\w{8,}/)
  await look(page, 'task')

  await hand.steps.openRecords()
  const record = await hand.steps.findRecord(words.audit.kinds['call.task'], 'completed')
  await record.click()
  await expect(page.getByRole('complementary', { name: whole(words.audit.detail.record(anyNumber)) })).toContainText(
    task,
  )
})

test('[TSK-3] [TSK-8] asks when a task needs to know more, and continues with the answer @all', async ({ app }) => {
  const hand = new ByHand(app)
  const { page } = app
  await hand.begin('everything', [script])
  await send(hand, 'simulate-research-query', { topic: 'python', ambiguous: true })
  const waiting = hand.steps.call(title, states.waiting)
  await expect(waiting).toBeVisible()
  const form = page.getByRole('group', {
    name: whole(
      words.inbox.ask.waitingOf('everything', words.questions.form.title('everything')),
      words.questions.waiting(words.questions.form.title('everything')),
    ),
  })
  await expect(form).toContainText('multiple interpretations')
  await look(page, 'task-asks')
  await form.getByRole('radio', { name: 'Monty Python comedy group' }).check()
  const submit = form.getByRole('button', { name: words.questions.form.submit })
  await submit.scrollIntoViewIfNeeded()
  await expect(submit).not.toHaveAttribute('aria-disabled', 'true')
  await submit.click()
  const done = hand.steps.call(title, states.succeeded)
  await expect(done).toBeVisible()
  await hand.steps.showDetails(done)
  await expect(done).toContainText('Research Report: python (comedy)')
})

test('[TSK-4] [TSK-8] says that a tool runs as a task while it works, and shows it as cancelling until its server reports the outcome @all', async ({
  app,
}) => {
  const hand = new ByHand(app)
  await hand.begin('peer', [path.join(root, 'test/support/servers/tasks.mjs')])
  await send(hand, 'work', { states: ['working'], message: 'Counting sheep.', deaf: ['tasks/cancel'] })
  const running = hand.steps.call('work', states.running)
  await expect(running).toContainText(contains(call.taskWorks(any, any)))
  await expect(running).toContainText('Counting sheep.')
  await look(hand.page, 'task-works')
  await running.getByRole('button', { name: call.cancel }).click()
  const asked = hand.steps.call('work', states.cancelling)
  await expect(asked).toContainText(call.taskEnds)
  await expect(asked.getByRole('button', { name: call.cancel })).toHaveCount(0)
  await expect(hand.steps.call('work', states.cancelled)).toContainText(call.mayHaveFinished)

  await send(hand, 'work', { states: ['working'] })
  await hand.steps.call('work', states.running).getByRole('button', { name: call.cancel }).click()
  await expect(hand.steps.call('work', states.cancelled).last()).toContainText(contains(callEnding.taskCancelled(any)))
})

test('[TSX-6] [TSX-8] [TSX-13] shows a task of 2026-07-28 since when it works and waits, and stops one @all', async ({
  app,
}) => {
  const hand = new ByHand(app)
  const { page } = app
  await hand.begin('longer', [path.join(root, 'test/support/servers/extended-tasks.mjs')])
  const asks = {
    one: {
      method: 'elicitation/create',
      params: { message: 'Which one?', requestedSchema: { type: 'object', properties: { which: { type: 'string' } } } },
    },
  }
  await send(hand, 'work', { asks, message: 'Sorting.' })
  const form = page.getByRole('group', { name: contains(words.questions.form.title('longer')) })
  await expect(form).toContainText('Which one?')
  await expect(hand.steps.call('work', states.waiting)).toContainText(contains(call.taskWants(any)))
  await look(page, 'extended-task-asks')
  await form.getByRole('textbox').fill('this')
  await form.getByRole('button', { name: words.questions.form.submit }).click()
  const done = hand.steps.call('work', states.succeeded)
  await expect(done).toBeVisible()
  await hand.steps.showDetails(done)
  await expect(done).toContainText('this')
  await expect(page.getByText('secret-handle')).toHaveCount(0)

  await send(hand, 'work', { states: ['working'], message: 'Counting sheep.' })
  const running = hand.steps.call('work', states.running)
  await expect(running).toContainText(contains(call.taskWorks(any, any)))
  await expect(running).toContainText('Counting sheep.')
  await look(page, 'extended-task-works')
  await running.getByRole('button', { name: call.cancel }).click()
  await expect(hand.steps.call('work', states.cancelled)).toContainText(contains(callEnding.taskCancelled(any)))
})

test('[TSK-8] [CAL-1] shows the progress of a long operation, and cancels it', async ({ app }) => {
  const hand = new ByHand(app)
  await hand.begin('everything', [script])
  await send(hand, 'trigger-long-running-operation', { duration: 40, steps: 80 })
  const name = 'Trigger Long Running Operation'
  const running = hand.steps.call(name, states.running)
  await expect(hand.steps.progress(running, 80)).toBeVisible()
  await expect(running.getByRole('progressbar')).toHaveAttribute('aria-valuemax', '80')
  await look(hand.page, 'progress')
  await running.getByRole('button', { name: call.cancel }).click()
  const ended = hand.steps.call(name, states.cancelled)
  await expect(ended).toContainText(contains(`${callEnding.cancelledAfter(any)} ${call.mayHaveFinished}`))
})
