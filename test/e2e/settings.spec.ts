import path from 'node:path'
import { any, beginsWith, contains, words } from '../support/words.ts'
import { expect, shareApp, test } from './support/app.ts'
import { look } from './support/look.ts'
import { root } from './support/root.ts'
import { Steps } from './support/steps.ts'

const { settings, settingsRules, settingsSearch } = words

shareApp()

test('[SET-22] finds every setting on any page and leads to it, by keyboard alone @all', async ({ app }) => {
  const { page } = app
  const { keyboard } = page
  const field = page.getByRole('textbox', { name: settingsSearch.field })
  const matches = page.getByRole('list', { name: settingsSearch.list }).getByRole('link')
  await new Steps(app).open('Settings')
  await expect(field).toBeVisible()

  await test.step('opens the best match of a word in a name', async () => {
    await keyboard.press('Control+f')
    await expect(field).toBeFocused()
    await keyboard.type('step lim')
    await expect(matches).toHaveText([settings.stepLimit.title])
    await look(page, 'settings-search')
    await page.emulateMedia({ forcedColors: 'active' })
    const [ink, ground] = await matches
      .first()
      .locator('mark')
      .first()
      .evaluate((mark) => [getComputedStyle(mark).color, getComputedStyle(mark).backgroundColor])
    expect(ground).not.toBe('rgba(0, 0, 0, 0)')
    expect(ink).not.toBe(ground)
    await page.emulateMedia({ forcedColors: 'none' })
    await field.focus()
    await keyboard.press('Enter')
    await expect(page).toHaveURL(/#\/settings\/limits$/)
    await expect(page.getByRole('spinbutton', { name: settings.stepLimit.title })).toBeFocused()
    await expect(field).toHaveValue('')
  })

  await test.step('finds a word of a description, and goes along the matches', async () => {
    await keyboard.press('Control+f')
    await keyboard.type('summarize')
    await expect(matches.filter({ hasText: settings.compaction.title })).toHaveCount(1)
    await expect(matches).not.toHaveCount(1)
    await keyboard.press('ArrowDown')
    await expect(matches.first()).toBeFocused()
    await keyboard.press('ArrowDown')
    await expect(matches.nth(1)).toBeFocused()
    await keyboard.press('ArrowUp')
    await keyboard.press('ArrowUp')
    await expect(field).toBeFocused()
    await keyboard.press('Escape')
    await expect(field).toHaveValue('')
    await expect(page.getByRole('heading', { name: settings.parts.limits, exact: true })).toBeVisible()
  })

  await test.step('says what was searched if nothing matches', async () => {
    await keyboard.type('quince')
    await expect(page.getByText(settingsSearch.none('quince'))).toBeVisible()
    await keyboard.press('Escape')
  })

  await test.step('finds each setting on each page, and nothing else', async () => {
    const shown: string[] = []
    for (const [part, name] of Object.entries(settings.parts)) {
      await page.goto(app.address(`/settings/${part}`))
      await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
      if (part === 'about') await expect(page.getByText(settings.sessions.title)).toBeVisible()
      const titles = await page
        .locator('[data-setting]')
        .evaluateAll((all) => all.map((it) => (it instanceof HTMLElement ? (it.dataset['setting'] ?? '') : '')))
      shown.push(name, ...titles)
      for (const title of titles) {
        await field.fill(title)
        await expect(matches.filter({ hasText: title }).first()).toBeVisible()
      }
      await field.fill('')
    }
    // Every text has a letter of these, so this finds all of them.
    const all = new Set<string>()
    for (const letter of ['a', 'e', 'i', 'o', 'u']) {
      await field.fill(letter)
      await expect(matches).not.toHaveCount(0)
      for (const text of await matches.allTextContents()) all.add(text)
    }
    expect([...all].toSorted()).toEqual(shown.toSorted())
  })

  await test.step('finds a setting in the palette, too', async () => {
    await new Steps(app).typeInPalette(settings.stepLimit.title)
    await expect(page.getByRole('option').first()).toHaveAttribute('data-highlighted', '')
    await expect(page.getByRole('option').first()).toContainText(settings.stepLimit.title)
    await keyboard.press('Enter')
    await expect(page.getByRole('spinbutton', { name: settings.stepLimit.title })).toBeFocused()
  })
})

test('[RLU-6] adds rules in the settings by keyboard, and says when each was last used @all', async ({ app }) => {
  const person = new Steps(app)
  const { page } = app
  const { keyboard } = page
  await person.prepare({ servers: { playground: { type: 'playground' } } })
  await page.goto(app.address('/settings/approvals'))
  const add = page.getByRole('button', { name: settingsRules.add })
  const dialog = page.getByRole('dialog', { name: settingsRules.title })
  const rules = page.getByRole('list', { name: settings.approvals.rules }).getByRole('listitem')
  const effect = (name: keyof typeof settingsRules.effects) =>
    dialog.getByRole('radio', { name: settingsRules.effects[name] })
  const choose = async (tool: string): Promise<void> => {
    await expect(dialog.getByRole('combobox', { name: settingsRules.tool })).toBeFocused()
    await keyboard.type(tool)
    // Before it is typed, all tools are listed.
    await expect(dialog.getByRole('option').first()).toContainText(tool)
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
  }

  await test.step('adds a rule that never runs a tool, and undoes it', async () => {
    await add.press('Enter')
    await choose('Roll')
    await effect('deny').press('Space')
    await expect(dialog.getByText(contains(`Deny “Roll dice” on playground`))).toBeVisible()
    await look(page, 'add-rule')
    await keyboard.press('Control+Enter')
    await expect(dialog).toBeHidden()
    await expect(rules).toHaveCount(1)
    await expect(rules).toContainText(settingsRules.unused)
    await page
      .locator('[data-toast]')
      .filter({ hasText: settingsRules.added })
      .getByRole('button', { name: words.ui.undo, exact: true })
      .press('Enter')
    await expect(rules).toHaveCount(0)
  })

  await test.step('allows a tool only through its limits, and no whole server', async () => {
    await add.press('Enter')
    await choose('Every tool from play')
    const next = dialog.getByRole('button', { name: settingsRules.limits })
    await expect(next).toHaveAttribute('aria-disabled', 'true')
    await dialog.getByRole('combobox', { name: settingsRules.tool }).fill('')
    await choose('Roll')
    await keyboard.press('Control+Enter')
    const limits = page.getByRole('dialog', { name: words.rules.dialog.title('Roll dice') })
    await expect(limits.getByRole('button', { name: words.rules.limits.save, exact: true })).not.toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await keyboard.press('Control+Enter')
    await expect(limits).toBeHidden()
    await expect(rules).toHaveCount(1)
    await expect(rules).toContainText(settingsRules.unused)
  })

  await test.step('says when the rule was used, and leads to that record', async () => {
    await person.newConversation()
    await person.send('!tool playground__roll_dice {}')
    await expect(page.getByText(/^Results: /)).toBeVisible()
    await page.goto(app.address('/settings/approvals'))
    const used = rules.getByText(beginsWith(`last used ${any}`))
    await expect(used).toBeVisible()
    await look(page, 'rule-used')
    await used.getByRole('link').press('Enter')
    await expect(page).toHaveURL(/#\/audit\/\d+/)
    await expect(page.getByRole('main')).toContainText('roll_dice')
  })
})

test('[RLU-7] adds a rule that denies only calls in a folder by keyboard, and edits it by mouse', async ({ app }) => {
  const person = new Steps(app)
  const { page } = app
  const { keyboard } = page
  const { dialog: shared, limits } = words.rules
  await person.prepare({ servers: { files: [path.join(root, 'test/support/servers/good.mjs')] } })
  await page.goto(app.address('/settings/approvals'))
  const dialog = page.getByRole('dialog', { name: settingsRules.title })
  const rules = page
    .getByRole('list', { name: settings.approvals.rules })
    .getByRole('listitem')
    .filter({ hasText: 'on files' })

  await page.getByRole('button', { name: settingsRules.add }).press('Enter')
  await expect(dialog.getByRole('combobox', { name: settingsRules.tool })).toBeFocused()
  await keyboard.type('Every tool from files')
  await expect(dialog.getByRole('option')).toHaveCount(1)
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await dialog.getByRole('radio', { name: settingsRules.effects.deny }).press('Space')
  const some = dialog.getByRole('button', { name: settingsRules.someCalls })
  await expect(some).toHaveAttribute('aria-disabled', 'true')
  await dialog.getByRole('combobox', { name: settingsRules.tool }).fill('')
  await keyboard.type('Echo')
  await expect(dialog.getByRole('option')).toHaveCount(1)
  await keyboard.press('ArrowDown')
  await keyboard.press('Enter')
  await some.press('Enter')

  const limiting = page.getByRole('dialog', { name: limits.deny('Echo') })
  await expect(limiting.getByText(limits.needsLimit)).toBeVisible()
  await limiting.getByRole('combobox', { name: shared.value('text') }).selectOption('under')
  await limiting.getByRole('textbox', { name: shared.folder('text') }).fill('/home/ada/secret')
  await look(page, 'limited-denial')
  await keyboard.press('Control+Enter')
  await expect(limiting).toBeHidden()
  await expect(rules).toHaveCount(1)
  await expect(rules).toContainText('Deny “Echo” on files when text is inside /home/ada/secret')

  await rules.getByRole('button', { name: beginsWith(settings.approvals.editRule('')) }).click()
  const editing = page.getByRole('dialog', { name: limits.edit('Echo') })
  await expect(editing.getByRole('textbox', { name: shared.folder('text') })).toHaveValue('/home/ada/secret')
  await editing.getByRole('textbox', { name: shared.folder('text') }).fill('/home/ada/private')
  await editing.getByRole('button', { name: limits.saveEdit, exact: true }).click()
  await expect(editing).toBeHidden()
  await expect(rules).toContainText('/home/ada/private')

  await person.newConversation()
  await person.send('!tool files__echo {"text":"/home/ada/private/key"}')
  await expect(person.call('Echo', words.chat.callState.denied)).toBeVisible()
})
