import { anyNumber, beginsWith, contains, words } from '../../support/words.ts'
import { App, expect, shareApp, test } from '../support/app.ts'
import { ByHand } from '../support/by-hand.ts'
import { look } from '../support/look.ts'
import { offeredBy } from '../support/offered.ts'
import { chips, detail, matches, picker, promptForm, promptMenu } from './picking.ts'
import { withEverything } from '../support/steps.ts'

shareApp()

const { link, marks, resource } = words.results
const { picker: picking, templates: filling } = words.resources

const script = App.script('everything')

/** Tools whose server requests input during the call: other walks run them. */
const asking = ['trigger-elicitation-request', 'trigger-url-elicitation', 'get-roots-list']
/**
 * Tools that aren't listed, because this client doesn't offer their requirements: a model it wasn't given, and tasks.
 */
const unlisted = ['trigger-sampling-request', 'trigger-sampling-request-async', 'trigger-elicitation-request-async']

/** The server's offer, fetched once. */
let offer: ReturnType<typeof offeredBy> | undefined
const everythingOffered = (): ReturnType<typeof offeredBy> => (offer ??= offeredBy(script))

const names = (listed: { name: string }[]): string[] => listed.map(({ name }) => name).toSorted()

type Walk = (hand: ByHand) => Promise<void>

/** The user's steps with each tool, by its form, and the expected result. */
const walks: Record<string, Walk> = {
  echo: async (hand) => {
    await expect(await hand.runForm('echo', { message: 'hello there' })).toContainText('Echo: hello there')
  },
  'get-sum': async (hand) => {
    await expect(await hand.runForm('get-sum', { a: 19, b: 23 })).toContainText('The sum of 19 and 23 is 42.')
  },
  'get-env': async (hand) => {
    const card = await hand.runForm('get-env')
    await expect(card).toContainText('"PATH"')
    await expect(card).not.toContainText('ATRIUM')
  },
  'simulate-research-query': async (hand) => {
    const card = await hand.runForm('simulate-research-query', { topic: 'roses' })
    await expect(card).toContainText('Research Report: roses')
  },
  'get-tiny-image': async (hand) => {
    const card = await hand.runForm('get-tiny-image')
    await expect(card.getByRole('img', { name: beginsWith(words.chat.picture.name('')) })).toBeVisible()
    await expect(card).toContainText('The image above is the MCP logo.')
  },
  'get-annotated-message': async (hand) => {
    const card = await hand.runForm('get-annotated-message', { messageType: 'success', includeImage: true })
    await expect(card).toContainText('Operation completed successfully')
    await expect(card).toContainText(`${marks.user} · ${marks.priority('0.7')}`)
    await expect(card.getByRole('img', { name: beginsWith(words.chat.picture.name('')) })).toBeVisible()
    const debug = await hand.runForm('get-annotated-message', { messageType: 'debug', includeImage: false })
    await expect(debug.getByText('Debug: Cache hit ratio')).toBeHidden()
    await debug.getByRole('button', { name: marks.forModel }).click()
    await expect(debug.getByText('Debug: Cache hit ratio')).toBeVisible()
  },
  'get-structured-content': async (hand) => {
    const card = await hand.runForm('get-structured-content', { location: 'Chicago' })
    await card.getByRole('tab', { name: words.chat.result.views.structured }).click()
    await expect(card).toContainText('temperature')
  },
  'get-resource-links': async (hand) => {
    const card = await hand.runForm('get-resource-links', { count: 2 })
    const links = card.getByRole('group', { name: beginsWith(link.name('')) })
    await expect(links).toHaveCount(2)
    await links
      .last()
      .getByRole('button', { name: beginsWith(link.previewOf('')) })
      .click()
    await expect(hand.page.getByRole('dialog')).toContainText('Resource 2: This is a plaintext resource')
    await hand.page.keyboard.press('Escape')
    await expect(hand.page.getByRole('dialog')).toBeHidden()
  },
  'get-resource-reference': async (hand) => {
    for (const [resourceType, says] of [
      ['Text', 'Resource 3: This is a plaintext resource'],
      ['Blob', 'Resource 3: This'],
    ] as const) {
      const card = await hand.runForm('get-resource-reference', { resourceType, resourceId: 3 })
      await expect(card.getByRole('group', { name: beginsWith(resource.name('demo:')) })).toContainText(says)
    }
  },
  'gzip-file-as-resource': async (hand) => {
    const values = { name: 'words.gz', data: 'data:text/plain,some%20words', outputType: 'resourceLink' }
    const card = await hand.runForm('gzip-file-as-resource', values)
    await card.getByRole('button', { name: beginsWith(link.previewOf('')) }).click()
    await expect(hand.page.getByRole('dialog')).toContainText('1f 8b 08')
    await hand.page.keyboard.press('Escape')
    await expect(hand.page.getByRole('dialog')).toBeHidden()
    const whole = await hand.runForm('gzip-file-as-resource', { ...values, outputType: 'resource' })
    await expect(whole.getByRole('group', { name: beginsWith(resource.name('demo:')) })).toContainText('1f 8b 08')
  },
  'toggle-simulated-logging': async (hand) => {
    await expect(await hand.runForm('toggle-simulated-logging')).toContainText('Started simulated')
    await expect(await hand.runForm('toggle-simulated-logging')).toContainText('Stopped simulated')
  },
  'toggle-subscriber-updates': async (hand) => {
    await expect(await hand.runForm('toggle-subscriber-updates')).toContainText('Started simulated resource updated')
    await expect(await hand.runForm('toggle-subscriber-updates')).toContainText('Stopped simulated resource updates')
  },
  'trigger-long-running-operation': async (hand) => {
    const card = await hand.runForm('trigger-long-running-operation', { duration: 1, steps: 3 })
    await expect(card).toContainText('Long running operation completed. Duration: 1 seconds, Steps: 3.')
  },
}

test('[WLK-1] runs every tool of the official server by its form, and lists none that needs more than the client offers @all', async ({
  app,
}) => {
  const { tools } = await everythingOffered()
  expect([...Object.keys(walks), ...asking, ...unlisted].toSorted()).toEqual(names(tools))
  const hand = new ByHand(app)
  await hand.begin('everything', [script])
  for (const [tool, walk] of Object.entries(walks)) await test.step(tool, () => walk(hand))

  await test.step('does not list the other tools', async () => {
    await hand.page.goto(app.address('/servers/everything/tools'))
    const listed = hand.page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 3 })
    await expect(listed).toHaveCount(Object.keys(walks).length + asking.length)
    for (const tool of unlisted) await expect(listed.filter({ hasText: tool })).toHaveCount(0)
  })
})

/** For each argument the typed text, and the server's suggestion to take, if any. */
type Argument = { typed: string; proposed?: string }

const prompts: Record<string, { takes: Record<string, Argument>; says: string }> = {
  'simple-prompt': { takes: {}, says: 'This is a simple prompt without arguments.' },
  'args-prompt': {
    takes: { city: { typed: 'Chicago' }, state: { typed: 'Illinois' } },
    says: 'weather in Chicago, Illinois',
  },
  'completable-prompt': {
    takes: { department: { typed: 'Mar', proposed: 'Marketing' }, name: { typed: 'I', proposed: 'Iris' } },
    says: 'Please promote Iris to the head of the Marketing team.',
  },
  'resource-prompt': {
    takes: { resourceType: { typed: 'Bl', proposed: 'Blob' }, resourceId: { typed: '4' } },
    says: 'This prompt includes the Blob resource with id: 4',
  },
}

test('[WLK-1] fills in, previews and sends every prompt of the official server @all', async ({ app }) => {
  const offered = await everythingOffered()
  expect(Object.keys(prompts).toSorted()).toEqual(names(offered.prompts))
  const person = await withEverything(app)
  const { page } = app
  for (const [name, { takes, says }] of Object.entries(prompts))
    await test.step(name, async () => {
      expect(Object.keys(takes)).toEqual(
        offered.prompts.find((one) => one.name === name)?.arguments?.map((it) => it.name) ?? [],
      )
      await person.composer.focus()
      await page.keyboard.type(`/${name}`)
      await expect(promptMenu(page).getByRole('option')).toHaveCount(1)
      await page.keyboard.press('Enter')
      for (const [argument, { typed, proposed }] of Object.entries(takes)) {
        const field = promptForm(page).getByRole('combobox', { name: new RegExp(argument) })
        await field.focus()
        await page.keyboard.type(typed)
        if (proposed === undefined) continue
        await expect(page.getByRole('option', { name: proposed })).toBeVisible()
        await page.keyboard.press('Tab')
        await expect(field).toHaveValue(proposed)
      }
      if (Object.keys(takes).length > 0) await page.keyboard.press('Alt+p')
      await expect(promptForm(page).getByText(says)).toBeVisible()
      await page.keyboard.press('Control+Enter')
      await expect(promptForm(page)).toBeHidden()
    })
  await expect(chips(page)).toHaveCount(Object.keys(prompts).length)
  await person.send('All of them')
  await expect(person.receipts).toBeVisible()
  const [request] = app.fake.state.log.filter((it) => it.path === '/v1/messages')
  for (const { says } of Object.values(prompts)) expect(JSON.stringify(request?.body.messages)).toContain(says)
})

/** By template, the URI made from 7, and its contents. */
const templates: Record<string, { uri: string; says: string }> = {
  'demo://resource/dynamic/text/{resourceId}': {
    uri: 'demo://resource/dynamic/text/7',
    says: 'Resource 7: This is a plaintext resource',
  },
  // Text that the server sends as bytes.
  'demo://resource/dynamic/blob/{resourceId}': {
    uri: 'demo://resource/dynamic/blob/7',
    says: 'Resource 7: This is a base64 blob',
  },
}

test('[WLK-1] previews and attaches every resource and template of the official server @all', async ({ app }) => {
  const offered = await everythingOffered()
  expect(Object.keys(templates).toSorted()).toEqual(offered.templates.map((it) => it.uriTemplate).toSorted())
  const person = await withEverything(app)
  const { page } = app
  await person.browseResources()

  for (const { uri, name } of offered.resources)
    await test.step(name, async () => {
      await picker(page).getByRole('searchbox').fill(uri)
      await expect(matches(page, 1)).toBeVisible()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      const [line = ''] = offered.texts[uri]?.split('\n') ?? []
      await expect(detail(page).getByText(line).first()).toBeVisible()
      await page.keyboard.press(' ')
    })

  await picker(page).getByRole('searchbox').fill('')
  await picker(page)
    .getByRole('tab', { name: contains(picking.templates(anyNumber)) })
    .click()
  for (const [template, { uri, says }] of Object.entries(templates))
    await test.step(template, async () => {
      await picker(page).getByRole('option').filter({ hasText: template }).click()
      await picker(page).getByRole('combobox', { name: 'resourceId' }).fill('7')
      await expect(picker(page).getByRole('status', { name: filling.address })).toHaveText(uri)
      await page.keyboard.press('Enter')
      await expect(picker(page).getByText(says)).toBeVisible()
      await picker(page).getByRole('button', { name: filling.choose }).click()
    })
  await look(page, 'everything-template')

  const all = offered.resources.length + offered.templates.length
  await page.keyboard.press('Control+Enter')
  await expect(chips(page)).toHaveCount(all)
  await person.send('All of them')
  await expect(chips(page)).toHaveCount(0)
  await expect(person.receipts).toBeVisible()
  const [request] = app.fake.state.log.filter((it) => it.path === '/v1/messages')
  const got = JSON.stringify(request?.body.messages)
  for (const { uri } of [...offered.resources, ...Object.values(templates)]) expect(got).toContain(uri)
})
