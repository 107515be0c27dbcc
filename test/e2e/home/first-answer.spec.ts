import { FakeLocal } from '../../support/fake-local.ts'
import { starterWords } from '../../../renderer/strings/servers/starters.ts'
import { riskWords } from '../../../shared/risk/words.ts'
import { filled, words } from '../../support/words.ts'
import { App, expect, test as base } from '../support/app.ts'
import { Counted } from '../support/counted.ts'
import { PageLink } from '../support/page-link.ts'
import { Steps } from '../support/steps.ts'
import { AtHome, HomeShell } from './at-home.ts'

const { anthropic, tools } = words.firstRun
const { local } = words.models
const { answers } = words.inbox
const { review } = words.serverForm

const key = `sk-ant-${'a1B2'.repeat(12)}`
const mostActions = 6

/** The real server for files. Nothing is fetched in a test, so npx is this computer's copy. */
const files = App.script('filesystem')
const npx = `#!/bin/sh\nfor folder; do :; done\nexec '${process.execPath}' '${files}' "$folder"\n`

type Begun = { app: App; home: AtHome; user: Steps; counted: Counted }

/** Atrium at its first start, with default settings, in a home folder with some notes. */
const test = base.extend<{ begun: Begun }>({
  begun: async ({ openBrowser }, use) => {
    const home = new AtHome()
    const app = new App(new HomeShell(await openBrowser(), home), home.account)
    home.write('notes/groceries.txt', 'milk')
    home.write('.local/bin/npx', npx, 0o755)
    try {
      await app.start()
      await use({ app, home, user: new Steps(app), counted: new Counted(app.page) })
    } finally {
      await app.close()
      home.remove()
    }
  },
})

/** The home folder is mounted in a way that only Linux has. */
test.skip(process.platform !== 'linux')

/** Anthropic is a scripted model on this computer: it calls a tool, then answers. */
async function scriptModel({ app }: Begun, call: { name: string; input: object }, answer: string): Promise<void> {
  app.fake.setScenario({
    keys: [key],
    turns: [{ content: [{ tool_use: call }] }, { content: [{ text: answer }] }],
  })
  const config = { baseUrl: app.modelUrl, profile: 'anthropic' } as const
  await new PageLink(app.page).call('setEndpoint', { endpoint: 'anthropic', config })
  await expect(app.page.getByText(anthropic.help(new URL(app.modelUrl).host))).toBeVisible()
}

/** Lets the one call run, and reads the answer made from its result. */
async function allow({ app, user, counted }: Begun, tool: string, answer: string): Promise<void> {
  await counted.click(user.ask(tool).getByRole('button', { name: answers.allowOnce, exact: true }))
  await expect(user.call(tool, words.chat.callState.succeeded)).toBeVisible()
  await expect(app.page.getByRole('log').getByText(answer)).toBeVisible()
  expect(counted.actions).toBeLessThanOrEqual(mostActions)
}

const trust = ({ app }: Begun) => app.page.getByRole('dialog').getByRole('button', { name: words.inbox.trust.trust })

const listing = (id: string) => ({ name: `${id}__list_directory`, input: { path: '/home/ada/notes' } })
const answer = 'Your notes have a list of groceries.'

test('[SET-25] gets from a key and a folder to an answer made with a tool in six actions @web', async ({ begun }) => {
  const { app, user, counted } = begun
  await scriptModel(begun, listing('filesystem'), answer)
  await expect(app.page.getByLabel(anthropic.key)).toBeFocused()
  await counted.paste(key)
  await expect(app.page.getByRole('textbox', { name: tools.folder })).toBeFocused()
  await counted.type('~/notes')
  await counted.press('Enter')
  const { levels } = await new PageLink(app.page).call('lookAtContainment', {})
  const facts = app.page.getByRole('dialog').getByRole('definition')
  const { contained } = riskWords
  await expect(facts.filter({ hasText: levels.limited === 'holds' ? contained.limited : contained.open })).toHaveCount(
    1,
  )
  if (levels.limited === 'holds') await expect(facts).toContainText([contained.writable('/home/ada/notes')])
  await counted.click(trust(begun))
  await expect(user.composer).toHaveValue(words.chat.empty.inFolder('/home/ada/notes'))
  await expect(user.composer).toBeFocused()
  await counted.press('Enter')
  await allow(begun, 'List Directory', answer)
  expect(JSON.stringify(app.fake.state.log)).toContain('groceries.txt')
})

test('[SET-25] gets from a key and another app’s server to an answer made with a tool in six actions @web', async ({
  begun,
}) => {
  const { app, home, user, counted } = begun
  const mcpServers = { notes: { command: process.execPath, args: [files, '/home/ada/notes'] } }
  home.write('.config/Claude/claude_desktop_config.json', JSON.stringify({ mcpServers }))
  await scriptModel(begun, listing('notes'), answer)
  await expect(app.page.getByLabel(anthropic.key)).toBeFocused()
  await counted.paste(key)
  await counted.click(app.page.getByRole('button', { name: tools.look }))
  await counted.click(app.page.getByRole('button', { name: words.serverForm.dialog.addFound(1) }))
  await counted.click(trust(begun))
  await expect(user.composer).toHaveValue(words.chat.empty.inFolder('/home/ada/notes'))
  await expect(user.composer).toBeFocused()
  await counted.press('Enter')
  await allow(begun, 'List Directory', answer)
  expect(JSON.stringify(app.fake.state.log)).toContain('groceries.txt')
})

test('[SET-26] [FORM-27] ends the review of two servers with one thing to try for each @web', async ({ begun }) => {
  const { app, home, user } = begun
  const { page } = app
  const node = (...args: string[]) => ({ command: process.execPath, args })
  const memory = files.replace('server-filesystem', 'server-memory')
  const mcpServers = { notes: node(files, '/home/ada/notes'), facts: node(memory) }
  home.write('.config/Claude/claude_desktop_config.json', JSON.stringify({ mcpServers }))
  await scriptModel(begun, listing('notes'), answer)
  await page.getByLabel(anthropic.key).fill(key)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: tools.look }).press('Enter')
  await page.getByRole('button', { name: words.serverForm.dialog.addFound(2) }).press('Enter')
  const sheet = page.getByRole('dialog', { name: review.title(2) })
  for (const name of ['notes', 'facts']) {
    await expect(sheet.getByText(name, { exact: true })).toBeVisible()
    const button = trust(begun)
    await expect(button).not.toHaveAttribute('aria-disabled', 'true')
    await button.click()
  }
  const { memory: known } = starterWords
  await expect(
    sheet.getByRole('button', { name: filled(review.try, { example: words.chat.empty.inFolder('notes') }) }),
  ).toBeVisible()
  const second = sheet.getByRole('button', { name: filled(review.try, { example: known.ask ?? '' }) })
  await second.press('Enter')
  await expect(user.composer).toHaveValue(known.ask ?? '')
  await expect(user.composer).toBeFocused()
  const examples = page.getByRole('list', { name: words.chat.empty.examples })
  await expect(examples.getByText(words.chat.empty.newestIn('notes'))).toBeVisible()
  await examples.getByRole('button', { name: words.chat.empty.newestIn('notes') }).press('Enter')
  await expect(user.composer).toHaveValue(words.chat.empty.newestIn('/home/ada/notes'))
})

test('[SET-25] gets from a model on this computer to an answer made with a tool in six actions @web', async ({
  begun,
}) => {
  const { app, user, counted } = begun
  const fake = new FakeLocal('ollama', ['qwen3:8b'])
  await fake.listen(11434)
  fake.turns = [
    { calls: [{ name: 'playground__roll_dice', input: { count: 2, seed: 1 } }] },
    { text: 'You rolled two dice.' },
  ]
  await counted.click(app.page.getByRole('button', { name: local.look }))
  await counted.click(app.page.getByRole('button', { name: local.use('qwen3:8b') }))
  await counted.click(app.page.getByRole('button', { name: tools.addSamples }))
  await expect(user.composer).toHaveValue(words.chat.empty.samples.roll_dice)
  for (const says of Object.values(words.chat.empty.samples))
    await expect(app.page.getByRole('list', { name: words.chat.empty.examples }).getByText(says)).toBeVisible()
  await counted.press('Enter')
  await allow(begun, 'Roll dice', 'You rolled two dice.')
  expect(JSON.stringify(fake.asked)).toContain('Rolled ')
  await fake.close()
})
