import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openFileText } from '../../support/importing/importing.ts'
import { chatGptFile, gptConversation, gptNode } from '../../support/importing/import-samples.ts'
import { HostProcess } from './host-process.ts'
import { Ledger } from './ledger.ts'

const length = 60
const nodes = Array.from({ length }, (_, at) =>
  gptNode(`n${at}`, at === 0 ? null : `n${at - 1}`, { role: at % 2 ? 'assistant' : 'user', text: `Line ${at}` }),
)
const file = chatGptFile(...Array.from({ length: 200 }, (_, at) => gptConversation(`c${at}`, `Number ${at}`, nodes)))

test('[IMC-2] keeps whole conversations after kill -9 during an import, among them every confirmed one @all', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'atrium-import-crash-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  let host = await HostProcess.start(directory)
  onTestFinished(() => host.kill())
  const ledger = new Ledger(directory)
  const { reading, preview } = await openFileText(host.person.link, file)
  const confirmed: string[] = []
  const all = preview.rows.map(({ index }) =>
    host.person.link.call('importConversation', { reading, index }).then(
      ({ conversation }) => void confirmed.push(conversation),
      () => undefined,
    ),
  )
  await host.until('some are confirmed', () => confirmed.length >= 5)
  await host.kill()
  await Promise.all(all)

  host = await HostProcess.start(directory)
  expect(ledger.check()).toEqual([])
  const { rows } = await host.person.link.call('listConversations', { limit: 200 })
  const kept = rows.map(({ id }) => id)
  expect(kept).toEqual(expect.arrayContaining(confirmed))
  for (const conversation of kept) {
    const { turns } = (await host.person.link.call('getConversation', { conversation })).conversation
    expect(turns).toHaveLength(length / 2)
    for (const { messages } of turns) expect(messages).toHaveLength(1)
  }
  const again = await openFileText(host.person.link, file)
  expect(again.preview.rows.filter(({ already }) => already)).toHaveLength(kept.length)
})
