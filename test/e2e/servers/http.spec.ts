import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { processWords } from '../../../main/host/mcp/process/words.ts'
import { everythingOver, freePort, modernPeer, type RemotePeer } from '../../support/remote-peers.ts'
import { beginsWith, contains, whole, words } from '../../support/words.ts'
import { type App, expect, shareApp, test } from '../support/app.ts'
import { Steps } from '../support/steps.ts'

shareApp()

const { call: callWords, callSet, callState } = words.chat
/** A call's progress text, with any figures. */
const progress = new RegExp(
  whole(callWords.progress('77', '88'))
    .source.replace('77', String.raw`[1-9]\d*`)
    .replace('88', String.raw`\d+`),
)

/** A tool by its name for the model, and by its title. */
type Tool = { tool: string; title: string }
/** A server at a URL that can repeat a word and take this many seconds. */
type Remote = {
  name: string
  start(port: number): Promise<RemotePeer>
  echo: Tool & { of(text: string): object }
  long: Tool & { of(seconds: number): object }
}

const everything = {
  echo: { tool: 'echo', title: 'Echo Tool', of: (message: string) => ({ message }) },
  long: {
    tool: 'trigger-long-running-operation',
    title: 'Trigger Long Running',
    of: (duration: number) => ({ duration, steps: duration }),
  },
}

const remotes: Remote[] = [
  { name: 'streamable', start: (port) => everythingOver('streamableHttp', port), ...everything },
  { name: 'older', start: (port) => everythingOver('sse', port), ...everything },
  {
    name: 'modern',
    start: (port) => modernPeer({ PORT: String(port) }),
    echo: { tool: 'echo', title: 'echo', of: (text) => ({ text }) },
    long: { tool: 'slow', title: 'slow', of: (seconds) => ({ n: seconds * 10 }) },
  },
]

/** Enters a server's URL in the form. */
async function addAddress({ page }: App, person: Steps, name: string, url: string): Promise<void> {
  await person.open('Servers')
  const { address, dialog: frame, server } = words.serverForm
  await page.getByRole('button', { name: words.servers.list.add }).first().click()
  const dialog = page.getByRole('dialog', { name: frame.title })
  await dialog.getByRole('button', { name: frame.inForm }).click()
  await dialog.getByRole('radio', { name: beginsWith(server.kinds.http.label) }).check()
  await dialog
    .getByRole('textbox', { name: beginsWith(server.name) })
    .first()
    .fill(name)
  await dialog.getByRole('textbox', { name: beginsWith(address.label) }).fill(url)
  await dialog.getByRole('button', { name: frame.add }).click()
  await expect(dialog).toBeHidden()
}

const writeServers = ({ directory }: App, mcpServers: object): void =>
  writeFileSync(path.join(directory, 'servers.json'), JSON.stringify({ mcpServers }))

/** Opens the conversation that began with a call to this server. */
const backTo = ({ page }: App, name: string): Promise<void> =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`!tool ${name}__`) })
    .click()

const use = ({ name }: Remote, { tool }: Tool, args: object): string => `!tool ${name}__${tool} ${JSON.stringify(args)}`

/** Denies a call, which its server then never gets. */
const deniesCall = (app: App, person: Steps, remote: Remote, peer: RemotePeer): Promise<void> =>
  test.step('denies another call, and tells only the model', async () => {
    const { long } = remote
    await person.send(use(remote, long, long.of(60)))
    await person.deny(long.title)
    await expect(person.call(long.title, callState.denied)).toBeVisible()
    await expect(app.page.getByText(/Results: ERROR \[Atrium [0-9a-f]{12}: The person denied this call/)).toBeVisible()
    // The modern peer reports each call that it gets.
    expect(peer.stderr()).not.toContain('[peer] slow')
  })

/** A cancelled call, and two at once. */
async function answersOtherwise(app: App, person: Steps, remote: Remote): Promise<void> {
  const { echo, long } = remote
  await test.step('shows the progress of a long call and cancels it', async () => {
    await person.send(use(remote, long, long.of(60)))
    await person.allow(long.title)
    const running = person.call(long.title, callState.running)
    await expect(running.getByText(progress)).toBeVisible()
    await running.getByRole('button', { name: callWords.cancel }).click()
    await expect(person.call(long.title, callState.cancelled)).toBeVisible()
    await expect(app.page.getByText(contains(callWords.mayHaveFinished)).first()).toBeVisible()
  })

  await test.step('runs two calls in parallel', async () => {
    await person.send(`${use(remote, long, long.of(60))}\n${use(remote, echo, echo.of('meanwhile'))}`)
    await person.allow(long.title)
    await person.allow(echo.title)
    const both = app.page.getByRole('group', { name: callSet.title(2) })
    await expect(both.getByRole('article', { name: `${echo.title}, ${callState.succeeded}` })).toBeVisible()
    const running = both.getByRole('article', { name: new RegExp(`${long.title}.*, ${callState.running}`) })
    await running.getByRole('button', { name: callWords.cancel }).click()
    await expect(
      app.page.getByText(/Results: ERROR \[Atrium [0-9a-f]{12}: The person cancelled.*meanwhile/),
    ).toBeVisible()
  })
}

for (const remote of remotes) {
  const { name, echo, long } = remote
  // One carrier walks the whole road, the others what depends on the wire: a call, a crash, a restart. In the window
  // one suffices: it has the same host.
  const isWhole = name === 'streamable'
  const alone = name === 'modern' ? '' : ' @web @all'

  test(`[E2E-20] [E2E-21] runs a conversation with a ${name} server at a URL, and continues after its crash${alone}`, async ({
    app,
  }) => {
    const port = await freePort()
    let peer = await remote.start(port)
    try {
      let person = new Steps(app)
      await person.prepare()
      if (name === 'streamable') await addAddress(app, person, name, peer.url)
      else {
        writeServers(app, { [name]: { url: peer.url } })
        await person.open('Servers')
        await person.connect(name)
      }
      await person.ready(name)
      await person.newConversation()

      await test.step('approves a call and shows its result', async () => {
        await person.send(use(remote, echo, echo.of('good morning')))
        await person.allow(echo.title)
        await expect(person.call(echo.title, callState.succeeded)).toBeVisible()
        await expect(app.page.getByText(/Results: .*good morning/)).toBeVisible()
      })

      if (isWhole || name === 'modern') await deniesCall(app, person, remote, peer)
      if (isWhole) await answersOtherwise(app, person, remote)

      await test.step('says that the server died in the middle of a call', async () => {
        await person.send(use(remote, long, long.of(60)))
        await person.allow(long.title)
        await expect(person.call(long.title, callState.running).getByText(progress)).toBeVisible()
        await peer.stop()
        if (name === 'modern') expect(peer.stderr()).toContain('[peer] slow')
        const failed = person.call(long.title, callState.failed)
        await expect(failed).toBeVisible()
        await expect(
          failed.getByText(
            new RegExp(`${name} (broke off|ended|closed) .*${contains(callWords.mayHaveFinished).source}`),
          ),
        ).toBeVisible()
        await person.open('Servers')
        await expect(app.page.getByText(processWords.retries)).toBeVisible()
      })

      await test.step('reconnects to the server, and works again without a press', async () => {
        peer = await remote.start(port)
        await person.ready(name)
        await backTo(app, name)
        await person.send(use(remote, echo, echo.of('welcome back')))
        await person.allow(echo.title)
        await expect(app.page.getByText(/Results: .*welcome back/)).toBeVisible()
        expect(peer.stderr()).not.toContain('[peer] slow')
      })

      if (!isWhole) return
      await test.step('shows the server as ready, the transcript and the audit records after a restart', async () => {
        await app.restart()
        person = new Steps(app)
        await person.ready(name)
        await backTo(app, name)
        await expect(app.page.getByText(/Results: .*welcome back/)).toBeVisible()
        await person.openRecords()
        for (const [tool, outcome] of [
          [echo.tool, 'succeeded'],
          [long.tool, 'failed'],
          [long.tool, 'cancelled'],
          [long.tool, 'denied'],
        ] as const)
          await expect(await person.findRecord(tool, outcome)).toBeVisible()
      })
    } finally {
      await peer.stop()
    }
  })
}
