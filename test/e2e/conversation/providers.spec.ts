import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { createFakeOpenAI, type Dialect } from '../../support/fake-openai.mjs'
import { beginsWith, words } from '../../support/words.ts'
import { expect, test, type App } from '../support/app.ts'
import { PageLink } from '../support/page-link.ts'
import { Steps } from '../support/steps.ts'

const { message, thread } = words.chat
const { picker } = words.models
const draw = { content: [{ thinking: 'A picture helps.' }, { tool_use: { name: 'playground__draw_picture' } }] }
const says = (text: string) => ({ content: [{ text }] })

/** A server of OpenAI's style, set up with its own key. */
async function endpoint(link: PageLink, id: string, dialect: Dialect, profile: 'openai' | 'ollama') {
  const key = `sk-${id}-0123456789abcdef`
  const fake = createFakeOpenAI({ dialect, keys: [key] })
  const root = await fake.listen()
  await link.call('setEndpoint', { endpoint: id, config: { baseUrl: `${root}${fake.base}`, profile, wire: 'chat' } })
  await link.call('setModelKey', { endpoint: id, key })
  await link.call('listModels', { endpoint: id })
  return { fake, key }
}

/** Chooses a model in the menu by keyboard, from the message field. */
async function choose(app: App, name: string): Promise<void> {
  const person = new Steps(app)
  await person.composer.press('Control+Shift+M')
  await app.page.keyboard.type(name)
  await app.page.keyboard.press('Enter')
  await expect(app.page.getByRole('button', { name: beginsWith(picker.label(name)) })).toBeVisible()
  await expect(person.composer).toBeFocused()
}

/** Every file under a folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile())

test('[E2E-22] continues one conversation at Anthropic, an OpenAI-style server, a local one and back, with calls and images @all', async ({
  app,
}) => {
  const { page } = app
  const person = new Steps(app)
  const log = page.getByRole('log', { name: thread.name })
  await person.prepare({ servers: { playground: { type: 'playground' } } })
  const link = new PageLink(page)
  const cloud = await endpoint(link, 'cloud', 'openai', 'openai')
  const local = await endpoint(link, 'cellar', 'ollama', 'ollama')

  app.fake.setScenario({ turns: [draw, says('Anthropic drew it.'), says('Welcome back.')] })
  await person.send('Draw something')
  await person.allow('Draw a picture', words.inbox.answers.allowInConversation(undefined, false))
  await expect(log.getByText('Anthropic drew it.')).toBeVisible()

  // Folded reasoning opens at a match in it.
  await expect(log.getByText('A picture helps.')).toHaveCount(0)
  await page.keyboard.press('Control+f')
  await page.keyboard.type('picture helps')
  await expect(log.getByText('A picture helps.')).toBeVisible()
  await page.keyboard.press('Escape')

  cloud.fake.setScenario({ turns: [draw, says('OpenAI drew it.')] })
  await choose(app, 'gpt-4.1')
  await person.send('And you?')
  await expect(log.getByText('OpenAI drew it.')).toBeVisible()
  await expect(log.getByText(message.reasoningOf('Claude Sonnet 5.5', 'gpt-4.1'))).toBeVisible()
  await expect.poll(() => JSON.stringify(cloud.fake.state.log.at(-1)?.body)).toContain('data:image/png;base64,')

  local.fake.setScenario({ turns: [draw, says('Ollama drew it.')] })
  await choose(app, 'qwen3:8b')
  await person.send('And here?')
  await expect(log.getByText('Ollama drew it.')).toBeVisible()
  await expect(log.getByText(message.unseenImages(3))).toBeVisible()
  await expect(log.getByText(message.thinking, { exact: true })).not.toHaveCount(0)

  await person.composer.press('Control+Shift+M')
  await page
    .getByRole('group', { name: picker.lastUsed })
    .getByRole('menuitemradio', { name: 'Claude Sonnet 5.5' })
    .press('Enter')
  await person.send('Are you still there?')
  await expect(log.getByText('Welcome back.')).toBeVisible()
  const sent = JSON.stringify(app.fake.state.log.at(-1)?.body)
  for (const said of ['Anthropic drew it.', 'OpenAI drew it.', 'Ollama drew it.', 'A picture helps.'])
    expect(sent).toContain(said)
  for (const { state } of [app.fake, cloud.fake, local.fake])
    expect(state.log.filter(({ error }) => error).map(({ error }) => error?.message)).toEqual([])

  const { file } = await link.call('exportLog', {})
  const keys = ['test-key', cloud.key, local.key]
  for (const each of [...filesIn(app.directory), file]) {
    const content = readFileSync(each)
    expect(
      keys.filter((key) => content.includes(key)),
      each,
    ).toEqual([])
  }
  await cloud.fake.close()
  await local.fake.close()
})
