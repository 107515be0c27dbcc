import { writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Plugin } from 'vite'
import { serverFile } from '../../support/server-files.ts'
import { words } from '../../support/words.ts'
import { App, expect, test } from '../support/app.ts'
import { copyApp } from '../support/app-copy.ts'
import { Steps } from '../support/steps.ts'
import { buildChangedPage } from '../support/weak-page.ts'

/** No part of this test's page can draw this text. */
const broken = 'BREAK-ME'

const throws = (text: string): string => `if (${text}.includes('${broken}')) throw new Error('Seeded fault')\n`

/** Where each file gets the fault. */
const faults: Record<string, [before: string, text: string]> = {
  'third-party/ext.tsx': ['  const [open, setOpen] = useState(false)\n  const folded', 'text'],
  'json/arguments.tsx': ['  const [chosen, choose] = useState<string>()\n', 'JSON.stringify(value)'],
  'markdown/policy.ts': ['  return revealMisleading(text).map(', 'text'],
}

const faulty: Plugin = {
  name: 'faulty',
  enforce: 'pre',
  transform(code, id) {
    const fault = Object.entries(faults).find(
      ([file]) => id.endsWith(`/renderer/${file}`) || id.endsWith(`/ui/${file}`),
    )
    if (!fault) return undefined
    const [before, text] = fault[1]
    if (code.split(before).length !== 2) throw new Error(`The fault doesn’t fit ${id}.`)
    return code.replace(before, () => `  ${throws(text)}${before}`)
  },
}

test('[RND-16] a part that can’t be drawn fails alone, as its text, and such a question can be refused', async ({
  openShell,
}) => {
  const copy = copyApp([])
  await buildChangedPage(copy.directory, faulty)
  const app = new App(await openShell(copy.directory))
  try {
    await app.start()
    const file = path.join(app.directory, 'results.json')
    const results = [{ content: ['first', `${broken} of a result`, 'last'].map((text) => ({ type: 'text', text })) }]
    writeFileSync(file, JSON.stringify(results))
    const written = { command: process.execPath, args: [serverFile('written.mjs')], env: { RESULTS_FILE: file } }
    const person = new Steps(app)
    await person.prepare({ servers: { written } })
    const { page } = app
    const log = page.getByRole('log')
    const failed = log.locator('[data-raw]')

    await test.step('a block of a message', async () => {
      app.fake.setScenario({ turns: [{ content: [{ text: `${broken} of a model` }, { text: 'The next block' }] }] })
      await person.send('Go')
      await expect(failed).toHaveCount(1)
      await expect(failed).toContainText(words.ui.apart.broken)
      await expect(failed).toContainText(`${broken} of a model`)
      await expect(log.getByText('The next block')).toBeVisible()
    })

    await test.step('a question, which can be refused', async () => {
      app.fake.setScenario({ turns: [] })
      await person.send(`!tool written__read {"at": 0, "note": "${broken}"}`)
      const ask = page.locator('[data-ask]')
      await expect(ask).toContainText(words.questions.unreadable.refusedOnly)
      await expect(ask).toContainText(`"note":"${broken}"`)
      await ask.getByRole('button', { name: words.questions.unreadable.refuse }).click()
      await expect(ask).toHaveCount(0)
      // Its card names the arguments, so it fails too, and only it.
      await expect(failed).toHaveCount(2)
      await expect(failed.last()).toContainText('denied')
    })

    await test.step('a part of a result', async () => {
      app.fake.setScenario({ turns: [] })
      await person.send('!tool written__read {"at": 0}')
      await person.allow('read')
      const card = person.call('read', words.chat.callState.succeeded)
      await person.showDetails(card)
      await expect(card.locator('[data-raw]')).toHaveCount(1)
      await expect(card.locator('[data-raw]')).toContainText(`${broken} of a result`)
      await expect(card.getByText('last', { exact: true })).toBeVisible()
    })

    await test.step('the rest of the page, also after a reload', async () => {
      await page.reload()
      await expect(log.getByText('The next block')).toBeVisible()
      await person.composer.fill('Still here')
      await expect(person.composer).toHaveValue('Still here')
    })
  } finally {
    await app.close()
    copy.remove()
  }
})
