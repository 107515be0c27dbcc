import type { Page } from '@playwright/test'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { any, whole, words } from '../../support/words.ts'
import { App, expect, test } from '../support/app.ts'
import { axeFindings } from '../support/axe.ts'
import { Steps } from '../support/steps.ts'

const { callState: states, clearance } = words.chat
const { dialog: making, suggestion } = words.rules
const { approvals } = words.settings

const tool = 'Read Text File'

/** Every control can be used by everybody, and nothing reaches over the edge. */
async function isFine(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await axeFindings(page, { theme: colorScheme }), `${what}, ${colorScheme}`).toEqual([])
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(over, what).toBeLessThanOrEqual(0)
    if (process.env['LOOK']) await page.screenshot({ path: `${process.env['LOOK']}/${what} ${colorScheme}.png` })
  }
}

test('[RLU-2] [RLU-3] [RLU-4] a rule is offered after equal answers, tried, saved, holds where it says, and is removed', async ({
  app,
}) => {
  const { page } = app
  const notes = path.join(realpathSync(app.directory), 'notes')
  mkdirSync(path.join(notes, 'garden'), { recursive: true })
  const inside = ['roses', 'beans', 'herbs', 'trees', 'moss', 'ivy'].map((name) => path.join(notes, 'garden', name))
  for (const file of [...inside, path.join(notes, 'diary')]) writeFileSync(file, `About ${path.basename(file)}.`)
  const person = new Steps(app)
  await person.prepare({ servers: { filesystem: [App.script('filesystem'), notes] } })
  const read = (file = '') => person.send(`!tool filesystem__read_text_file ${JSON.stringify({ path: file })}`)
  const told = (file: string) => expect(page.getByText(`Results: About ${path.basename(file)}.`)).toBeVisible()

  await test.step('the same answer three times', async () => {
    for (const file of inside.slice(0, 3)) {
      await read(file)
      await person.allow(tool)
      await told(file)
    }
  })

  await test.step('a rule is offered, says what it would have done, and is saved', async () => {
    await read(inside[3])
    const ask = person.ask(tool)
    await expect(ask.getByText(suggestion.basis(3))).toBeVisible()
    const dialog = page.getByRole('dialog', { name: making.title(tool) })
    await page.setViewportSize({ width: 380, height: 800 })
    await expect(ask).toBeHidden()
    await page.keyboard.press('Control+.')
    await ask.getByRole('button', { name: whole(suggestion.when(any)) }).click()
    await expect(dialog.getByText(making.result(4, 4))).toBeVisible()
    await isFine(page, 'rule 380')
    await dialog.getByRole('button', { name: making.cancel }).click()
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1280, height: 800 })
    await ask.evaluate((it) => it.scrollIntoView({ block: 'end' }))
    await expect(ask.getByRole('button', { name: words.inbox.answers.allowOnce })).not.toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await ask.getByRole('button', { name: whole(suggestion.when(any)) }).click()
    const rule = dialog.getByRole('group', { name: making.rule })
    await expect(rule).toContainText(`under ${path.join(notes, 'garden')}`)
    await expect(dialog.getByText(making.result(4, 4))).toBeVisible()
    await isFine(page, 'rule 1280')
    const save = dialog.getByRole('button', { name: making.save })
    await expect(save).not.toHaveAttribute('aria-disabled', 'true')
    await save.click()
    await expect(dialog).toBeHidden()
    await told(inside[3] ?? '')
  })

  await test.step('the next one runs without a question, and says why', async () => {
    await read(inside[4])
    await told(inside[4] ?? '')
    const card = person.call(tool, states.succeeded).last()
    await person.showDetails(card)
    await card.getByText(clearance.why).click()
    await expect(card.getByText(/under .*garden/).first()).toBeVisible()
  })

  await test.step('elsewhere it asks as before', async () => {
    await read(path.join(notes, 'diary'))
    await person.deny(tool)
    await expect(person.call(tool, states.denied)).toBeVisible()
  })

  await test.step('removed in the settings, it asks everywhere again', async () => {
    const conversation = await page.evaluate(() => location.hash.slice(1))
    await page.goto(app.address('/settings/approvals'))
    const row = page.getByRole('listitem').filter({ hasText: 'garden' })
    await expect(row).toContainText(approvals.always)
    await expect(page.getByText(approvals.frictions[1])).toBeVisible()
    for (const width of [380, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await isFine(page, `approvals ${width}`)
    }
    await row.getByRole('button', { name: whole(approvals.removeRule(any)) }).click()
    await expect(row).toHaveCount(0)
    await page.goto(app.address(conversation))
    await read(inside[5])
    await person.allow(tool)
    await told(inside[5] ?? '')
  })
})
