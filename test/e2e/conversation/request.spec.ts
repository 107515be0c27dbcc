import { any, anyNumber, beginsWith, contains, words } from '../../support/words.ts'
import { expect, shareApp, test } from '../support/app.ts'
import { look } from '../support/look.ts'
import { PageLink } from '../support/page-link.ts'
import { removeServers } from '../support/prepare.ts'
import { Steps } from '../support/steps.ts'
import { serverFile } from '../../support/server-files.ts'

const { request } = words.models
const { turnCost } = words

shareApp()

test('[FTL-4] [CHAT-33] shows by keyboard what the next request contains, and turns a server’s tools off in it @all', async ({
  app,
}) => {
  const person = new Steps(app)
  const { page } = app
  await person.prepare({ servers: { playground: { type: 'playground' } } })
  const dialog = page.getByRole('dialog', { name: request.title })
  const of = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
  const tools = dialog.getByRole('switch', { name: request.switchTools('playground') })

  await test.step('lists the parts of a new conversation’s first request', async () => {
    await person.choose(page.getByRole('button', { name: words.models.system.menu }), request.menu)
    await expect(of(request.atrium)).toContainText('tokens')
    await expect(of(request.tools('playground'))).toContainText('12')
    await expect(dialog.getByText(request.none)).toBeVisible()
    await look(page, 'request-new')
    await tools.press('Space')
    await expect(tools).not.toBeChecked()
    await expect(of(request.tools('playground'))).toContainText(request.off)
    await tools.press('Space')
    await expect(tools).toBeChecked()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })

  await test.step('lists messages, replies and results, from the gauge and from the palette', async () => {
    await person.send('!tool playground__roll_dice {}')
    await person.allow('Roll dice')
    await expect(page.getByText(/^Results: /)).toBeVisible()
    await page.getByRole('button', { name: contains(words.models.gauge.costBefore) }).press('Enter')
    for (const name of [request.messages, request.replies, request.results('playground')])
      await expect(of(name)).toBeVisible()
    await expect(dialog.getByText(contains(request.reported(anyNumber)))).toBeVisible()
    await look(page, 'request')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await person.typeInPalette(words.palette.showRequest)
    await page.keyboard.press('Enter')
    await expect(of(request.messages)).toBeVisible()
  })

  await test.step('shows each request of a turn from the cost in its receipt', async () => {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await person.receipts.press('Enter')
    await look(page, 'receipt')
    await page.getByRole('button', { name: contains(turnCost.open(`$${any}`)) }).press('Enter')
    const table = page.getByRole('dialog', { name: turnCost.title }).getByRole('table')
    // The fake's own account of both requests.
    const used = app.fake.state.log.flatMap(({ usage }) => (usage ? [usage] : []))
    expect(used).toHaveLength(2)
    for (const [index, usage] of used.entries()) {
      const { input_tokens = 0, cache_creation_input_tokens: written = 0, output_tokens = 0 } = usage
      const { cache_read_input_tokens: cached = 0 } = usage
      const input = input_tokens + written + cached
      const figures = [input, cached, output_tokens].map((it) => it.toLocaleString('en'))
      const cells = table
        .getByRole('row')
        .nth(index + 1)
        .getByRole('cell')
      await expect(cells).toHaveText([/Sonnet/, ...figures, /^\$0\.\d+$/])
    }
    await expect(table.getByRole('row')).toHaveCount(4)
    await look(page, 'turn-cost')
    await page.keyboard.press('Escape')
    await expect(table).toBeHidden()
    await person.typeInPalette(words.palette.showRequest)
    await page.keyboard.press('Enter')
    await expect(of(request.messages)).toBeVisible()
  })

  await test.step('takes a budget, refuses an invalid one, and stops at it with advice', async () => {
    const budget = dialog.getByRole('spinbutton', { name: request.budget })
    await budget.fill('0.001')
    await budget.press('Enter')
    await expect(dialog.getByText(request.budgetWrong)).toBeVisible()
    await look(page, 'request-budget')
    await budget.fill('0.01')
    await budget.press('Enter')
    await expect(dialog.getByRole('button', { name: words.ui.saved.save })).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    const models = { prices: { 'claude-sonnet-5-5': { input: 1000, output: 1000 } } }
    await new PageLink(page).call('changeSettings', { models })
    await person.composer.fill('More')
    await person.composer.press('Enter')
    await expect(page.getByText(/its budget is \$0\.01/)).toBeVisible()
    await expect(person.composer).toHaveValue('More')
  })
})

test('[FTL-1] [FTL-2] says that a model finds tools by searching, and follows a changed limit @all', async ({
  app,
}) => {
  const person = new Steps(app)
  const { page } = app
  await removeServers(app)
  const server = { command: process.execPath, args: [serverFile('many-tools.mjs')], env: { TOOLS: '300' } }
  await person.prepare({ servers: { many: server } })
  await test.step('says that a model searches, at the choice of tools and in the next request', async () => {
    await page.getByRole('button', { name: beginsWith(words.composer.tools.count(300, 300)) }).press('Enter')
    const dialog = page.getByRole('dialog', { name: words.composer.tools.title })
    await expect(dialog.getByText(contains(request.searched(300, 0, 25_000)))).toBeVisible()
    await look(page, 'tools-searched')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
  await test.step('shows the search as a call, and keeps the found tools', async () => {
    app.fake.setScenario({
      turns: [
        {
          content: [{ tool_use: { name: 'atrium__find_tools', input: { query: 'create recipe' } } }],
          stop_reason: 'tool_use',
        },
        { content: [{ text: 'There is one.' }] },
      ],
    })
    await person.send('Can you write recipes?')
    await expect(page.getByText('There is one.')).toBeVisible()
    await expect(page.getByText('Find tools')).toBeVisible()
    await person.typeInPalette(words.palette.showRequest)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: request.title })
    await expect(dialog.getByText(contains(request.foundFirst))).toBeVisible()
    await look(page, 'request-searched')
    await dialog.getByRole('link', { name: request.limit }).press('Enter')
    await expect(page.getByRole('spinbutton', { name: words.settings.toolTokens.title })).toHaveValue('25000')
  })
})
