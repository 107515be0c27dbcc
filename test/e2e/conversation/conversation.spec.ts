import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { serverFile } from '../../support/server-files.ts'
import { any, anyNumber, contains, filled, words } from '../../support/words.ts'
import { App, expect, shareApp, test } from '../support/app.ts'
import { Steps } from '../support/steps.ts'

const { callState: states, call } = words.chat

// In this order: the server that the last test adds never becomes ready, and a turn waits for it.
shareApp()

test('[E2E-1] [E2E-2] [E2E-3] [E2E-4] [SET-12] runs a first conversation with two official servers, and keeps it over a restart', async ({
  app,
}) => {
  const folder = path.join(realpathSync(app.directory), 'notes')
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'garden.txt'), 'The roses need water.\n')
  let person = new Steps(app)
  await person.connectModel()
  await expect(app.page.getByText(contains(words.settingsModels.row.tookKey(any, anyNumber)))).toBeVisible()
  await expect(app.page.getByText(contains(words.settingsModels.row.begins(`Claude Sonnet 5.5${any}`)))).toBeVisible()
  await person.addServer('everything', [App.script('everything'), 'stdio'])
  await person.ready('everything')
  await person.addServer('filesystem', [App.script('filesystem'), folder])
  await person.ready('filesystem')
  await person.newConversation()

  await test.step('approves a call and shows its result', async () => {
    await person.send('!tool everything__echo {"message":"good morning"}')
    const deny = person.denial(person.ask('Echo Tool'))
    await expect(deny).toBeVisible()
    await app.page.keyboard.press('Control+.')
    await expect(deny).toBeFocused()
    await person.allow('Echo Tool')
    await expect(person.call('Echo Tool', states.succeeded)).toBeVisible()
    await expect(app.page.getByText('Results: Echo: good morning')).toBeVisible()
  })

  await test.step('denies another call, and tells the model', async () => {
    const file = path.join(folder, 'new.txt')
    await person.send(`!tool filesystem__write_file ${JSON.stringify({ path: file, content: 'no' })}`)
    await person.deny('Write File')
    await expect(person.call('Write File', states.denied)).toBeVisible()
    await expect(app.page.getByText(/Results: ERROR \[Atrium [0-9a-f]{12}: The person denied this call/)).toBeVisible()
    expect(existsSync(file)).toBe(false)
  })

  await test.step('waits for a call to its end', async () => {
    await person.send('!tool everything__trigger-long-running-operation {"duration":1,"steps":2}')
    await person.allow('Trigger Long Running')
    await expect(app.page.getByText(/Results: Long running operation completed/)).toBeVisible()
  })

  await test.step('runs two calls in parallel, shows the progress of the long one and cancels it', async () => {
    const long = '!tool everything__trigger-long-running-operation {"duration":600,"steps":600}'
    const read = JSON.stringify({ path: path.join(folder, 'garden.txt') })
    await person.send(`${long}\n!tool filesystem__read_text_file ${read}`)
    await person.allow('Trigger Long Running')
    await person.allow('Read Text File')
    await expect(person.call('Read Text File', states.succeeded)).toBeVisible()
    const running = person.call('Trigger Long Running', states.running)
    await expect(person.progress(running, 600)).toBeVisible()
    await running.getByRole('button', { name: call.cancel }).click()
    await expect(person.call('Trigger Long Running', states.cancelled)).toBeVisible()
    await expect(app.page.getByText(contains(call.mayHaveFinished)).first()).toBeVisible()
    await expect(app.page.getByText(/Results: ERROR.*The roses need water/)).toBeVisible()
  })

  await test.step('shows the transcript and the audit records after a restart', async () => {
    await app.restart()
    person = new Steps(app)
    await app.page
      .getByRole('navigation')
      .getByRole('link', { name: /!tool everything__echo/ })
      .click()
    await expect(app.page.getByText(/Results: ERROR.*The roses need water/)).toBeVisible()
    await person.openRecords()
    await expect(await person.findRecord('read_text_file', 'succeeded')).toBeVisible()
    await expect(await person.findRecord('trigger-long-running-operation', 'cancelled')).toBeVisible()
    await expect(await person.findRecord('write_file', 'denied')).toBeVisible()
  })
})

test('[E2E-5] reports an unknown command, a wrong key and broken JSON in one clear sentence each @web', async ({
  ownApp: app,
}) => {
  const person = new Steps(app)
  await person.connectModel('wrong-key')
  await expect(app.page.getByText(/rejected this key/)).toBeVisible()
  // A whole command line, split as the field is left.
  await person.describeServer('nowhere', [], 'no-such-command-anywhere --quiet')
  await expect(app.page.getByText(/No command named no-such-command-anywhere/)).toBeVisible()
  writeFileSync(path.join(app.directory, 'servers.json'), '{ "mcpServers": { "nowhere": { "command": } } }')
  await expect(app.page.getByText(/servers\.json is not valid JSON: .*at line 1, column/)).toBeVisible()
  await person.open('Servers')
  await expect(app.page.getByRole('main').getByText('nowhere').first()).toBeVisible()
})

test('[AGT-23] names the arguments with the tool’s defaults in an approval @web @all', async ({ app }) => {
  const { page } = app
  const steps = new Steps(app)
  await steps.prepare({ servers: { awkward: [serverFile('awkward.mjs')] } })
  await steps.send('!tool awkward__screenshot {}')
  await expect(page.getByText(filled(words.ui.arguments.filled, { names: 'scale' }))).toBeVisible()
  await expect(page.getByRole('group', { name: words.ui.arguments.title })).toContainText('scale: css')
})

test('[E2E-8] says when the host is gone, and continues when the host is back @web', async ({ app }) => {
  const person = new Steps(app)
  await person.prepare()
  await person.send('Before')
  await expect(app.page.getByText('Before').last()).toBeVisible()
  await app.end('SIGKILL')
  await expect(app.page.getByText(words.frame.banners.notRunning)).toBeVisible()
  await expect(app.page.getByRole('textbox', { name: words.frame.launch.link })).toBeVisible()
  await app.again()
  await app.page.getByRole('navigation').getByRole('link', { name: 'Before' }).click()
  await expect(app.page.getByRole('log').getByText('Before').first()).toBeVisible()
})

test('[E2E-9] runs a whole conversation by keyboard', async ({ app }) => {
  const person = new Steps(app)
  await person.prepare({ servers: { everything: [App.script('everything'), 'stdio'] } })
  const { keyboard, clock } = app.page
  await app.page.goto(app.address('/'))
  await clock.install()
  await app.page.reload()
  await expect(person.composer).toBeFocused()
  await keyboard.type('!tool everything__echo {"message":"one"}')
  await keyboard.press('Shift+Enter')
  await keyboard.type('!tool everything__get-tiny-image {}')
  await keyboard.press('Enter')
  await expect(person.call('Tiny Image', states.waiting)).toBeVisible()
  const [first, last] = [person.ask('Echo Tool'), person.ask('Tiny Image')]
  const allow = first.getByRole('button', { name: words.inbox.answers.allowOnce })

  await test.step('ignores a press before the arming time has passed, however late', async () => {
    await keyboard.press('Control+,')
    await expect(first).toBeHidden()
    await person.stopTime()
    await keyboard.press('Control+.')
    await expect(person.denial(first)).toBeFocused()
    await expect(allow).toHaveAttribute('data-arming', 'true')
    await keyboard.press('a')
    await clock.runFor(499)
    await keyboard.press('a')
    await expect(allow).toHaveAttribute('data-arming', 'true')
    await clock.runFor(1)
    await expect(allow).not.toHaveAttribute('aria-disabled', 'true')
    await clock.resume()
    await expect(person.call('Echo Tool', states.waiting)).toBeVisible()
  })

  await keyboard.press('a')
  await expect(person.call('Echo Tool', states.succeeded)).toBeVisible()
  await expect(person.denial(last)).toBeFocused()
  await expect(last.getByRole('button', { name: words.inbox.answers.allowOnce })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await keyboard.press('a')
  await expect(person.call('Tiny Image', states.succeeded)).toBeVisible()
  await expect(person.composer).toBeFocused()
})

test('[AGT-24] says which server a turn waits for, and ends the wait with “Send now” @web @all', async ({ app }) => {
  const { page } = app
  const steps = new Steps(app)
  await steps.prepare()
  await steps.addServer('held', [serverFile('never-initialize.mjs')])
  await steps.newConversation()
  await steps.send('Hello')
  await expect(page.getByText(contains(words.chat.waiting.servers('held', anyNumber)))).toBeVisible()
  await page.getByRole('button', { name: words.chat.waiting.sendNow }).press('Enter')
  await expect(page.getByText(words.chat.turnEnd.missed('held'))).toBeVisible()
  await expect(page.getByText(contains(words.chat.waiting.servers('held', anyNumber)))).toBeHidden()
})
