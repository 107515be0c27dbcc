import { words } from '../../support/words.ts'
import { App, expect, test as base } from '../support/app.ts'
import { Counted } from '../support/counted.ts'
import { PageLink } from '../support/page-link.ts'
import { prepare } from '../support/prepare.ts'
import { Steps } from '../support/steps.ts'
import { AtHome, HomeShell } from './at-home.ts'

const { branches, thread, callSet, empty } = words.chat
const { answers } = words.inbox
const { dialog } = words.serverForm

const notes = '/home/ada/notes'

/** A computer with a folder of reports, and an application that uses three servers. */
const test = base.extend<{ home: AtHome; app: App }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern
  home: async ({}, use) => {
    const home = new AtHome()
    for (let n = 1; n <= 20; n++) home.write(`notes/report-${n}.md`, `Report ${n}`)
    const node = (...args: string[]) => ({ command: process.execPath, args })
    const files = node(App.script('filesystem'), notes)
    const mcpServers = {
      files,
      more: node(App.script('filesystem'), '/home/ada'),
      all: node(App.script('everything'), 'stdio'),
    }
    home.write('.cursor/mcp.json', JSON.stringify({ mcpServers }))
    await use(home)
    home.remove()
  },
  app: async ({ home, openBrowser }, use) => {
    const app = new App(new HomeShell(await openBrowser(), home), home.account)
    await app.start()
    await use(app)
    await app.close()
  },
})

/** The home folder is mounted in a way that only Linux has. */
test.skip(process.platform !== 'linux')

/** The most actions that each task may take: the table in docs/interface.md, Tasks. */
const most = {
  'add three servers of another application': 7,
  'ask in a new conversation': 3,
  'allow a call that reads': 1,
  'allow twenty calls': 4,
  'stop being asked about a tool here': 2,
  'edit the last message and send it again': 3,
  'retry with another model': 2,
  'choose another model': 3,
  'find a sentence in an old conversation': 3,
  'see what changed on the last day': 1,
}

test('[FRA-31] does the commonest tasks in no more actions than documented @web', async ({ app }) => {
  const { page } = app
  const user = new Steps(app)
  const link = new PageLink(page)
  const log = page.getByRole('log', { name: thread.name })
  const taken: Record<string, number> = {}
  const task = (name: keyof typeof most, act: (counted: Counted) => Promise<void>): Promise<void> =>
    test.step(name, async () => {
      const counted = new Counted(page)
      await act(counted)
      taken[name] = counted.actions
    })
  const call = (tool: string, input: object): string => `!tool files__${tool} ${JSON.stringify(input)}`
  const read = (n: number) => ({ path: `${notes}/report-${n}.md` })
  await prepare(app, {})
  await user.newConversation()

  await task('add three servers of another application', async (counted) => {
    await counted.click(page.getByRole('link', { name: empty.giveTools }))
    await counted.click(page.getByRole('button', { name: words.firstRun.tools.look }))
    await counted.click(page.getByRole('button', { name: dialog.addFound(3) }))
    const trust = page.getByRole('button', { name: words.inbox.trust.trust })
    for (let n = 1; n <= 3; n++) {
      await expect(page.getByText(words.inbox.ask.position(n, 3))).toBeVisible()
      await counted.click(trust)
    }
    await link.until('all are ready', ({ servers }) =>
      ['files', 'more', 'all'].every((id) => servers[id]?.status.state === 'ready'),
    )
    await counted.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  await task('ask in a new conversation', async (counted) => {
    await counted.press('Control+Shift+O')
    await expect(user.composer).toBeFocused()
    // An example that is offered there isn't part of this task.
    await user.composer.fill('')
    await counted.type('The oboe plays first')
    await counted.press('Enter')
    await expect(log.getByText('Echo: The oboe plays first')).toBeVisible()
  })

  await task('edit the last message and send it again', async (counted) => {
    await expect(user.composer).toBeFocused()
    await counted.press('ArrowUp')
    await expect(log.getByRole('textbox', { name: branches.field })).toBeFocused()
    await counted.type(', then the flute')
    await counted.press('Control+Enter')
    await expect(log.getByText('Echo: The oboe plays first, then the flute')).toBeVisible()
  })

  await task('retry with another model', async (counted) => {
    await counted.click(log.getByRole('button', { name: branches.retryWith }).last())
    await counted.click(page.getByRole('menuitemradio', { name: /Opus 5\.5/ }))
    await expect(log.getByRole('group', { name: branches.name(3, 3) }).last()).toBeVisible()
  })

  await task('choose another model', async (counted) => {
    await counted.press('Control+Shift+M')
    await expect(page.getByRole('menuitemradio').first()).toBeVisible()
    await counted.type('sonnet 5.5')
    await counted.press('Enter')
    await expect(page.getByRole('button', { name: words.models.picker.label('Claude Sonnet 5.5') })).toBeVisible()
  })

  await task('allow a call that reads', async (counted) => {
    await user.newConversation()
    await user.send(call('read_text_file', read(1)))
    await counted.click(user.ask('Read Text File').getByRole('button', { name: answers.allowOnce, exact: true }))
    await expect(log.getByText('Results: Report 1')).toBeVisible()
  })

  await task('allow twenty calls', async (counted) => {
    const content = Array.from({ length: 20 }, (_, n) => ({
      tool_use: { name: 'files__read_text_file', input: read(n + 1) },
    }))
    app.fake.setScenario({ turns: [{ match: { last_user: 'all reports' }, content }] })
    await user.send('Read all reports.')
    await expect(page.getByText(callSet.waiting(20)).first()).toBeVisible()
    const plan = page.getByRole('group', { name: words.plan.label(20) })
    const run = plan.getByRole('button', { name: words.plan.run(20, 20) })
    await counted.press('Control+.')
    if (await plan.isHidden()) await counted.press('t')
    const counts = async (): Promise<boolean> => {
      const isRead = expect(run).not.toHaveAttribute('aria-disabled', 'true', { timeout: 2500 })
      return isRead.then(
        () => true,
        () => false,
      )
    }
    while (!(await counts())) await counted.press('n')
    await counted.press('Control+Enter')
    await expect(plan).toBeHidden()
    expect((await link.call('listCalls', { limit: 100 })).rows).toHaveLength(21)
  })

  await task('stop being asked about a tool here', async (counted) => {
    await user.send(call('list_directory', { path: notes }))
    const ask = user.ask('List Directory')
    await expect(ask).toBeVisible()
    await counted.click(ask.getByRole('button', { name: answers.allowMore, exact: true }))
    await counted.click(ask.getByRole('button', { name: answers.allowInConversation(undefined, false) }))
    await user.send(call('list_directory', { path: notes }))
    await expect(user.call('List Directory', words.chat.callState.succeeded)).toHaveCount(2)
  })

  await task('find a sentence in an old conversation', async (counted) => {
    await counted.press('Control+K')
    await expect(page.getByRole('combobox', { name: words.palette.title })).toBeFocused()
    await counted.type('then the flute')
    await expect(page.getByRole('option').first()).toContainText('flute')
    await counted.press('Enter')
    await expect(page.getByRole('search', { name: words.chat.find.title })).toBeVisible()
  })

  await task('see what changed on the last day', async (counted) => {
    await counted.press('Control+Shift+O')
    await expect(
      page.getByRole('main').getByRole('region', { name: words.ledger.name(words.frame.conversations.groups.today) }),
    ).toBeVisible()
  })
  const slower = Object.entries(most).filter(([name, actions]) => (taken[name] ?? Infinity) > actions)
  expect(slower, JSON.stringify(taken)).toEqual([])
})
