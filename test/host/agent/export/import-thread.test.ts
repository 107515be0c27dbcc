import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { longestImportPiece } from '../../../../shared/contract/conversation-import-commands.ts'
import { Atrium } from '../../../support/atrium.ts'
import { openFileText } from '../../../support/importing/importing.ts'
import { chatGptFile, gptConversation, orchard } from '../../../support/importing/import-samples.ts'

let atrium: Atrium
beforeAll(async () => void (atrium = await Atrium.start()))
afterAll(() => atrium.close())

test('[IMC-10] parses no imported file in the host’s own thread, which gets one conversation at a time', async () => {
  const parse = vi.spyOn(JSON, 'parse')
  onTestFinished(() => parse.mockRestore())
  const padding = gptConversation('padding', 'x'.repeat(3 * longestImportPiece), [])
  const { reading, preview } = await openFileText(atrium.person.link, chatGptFile(orchard, padding))
  expect(preview.rows).toMatchObject([{ index: 0 }])
  const { link } = atrium.person
  const { conversation } = await link.call('importConversation', { reading, index: 0 })
  expect((await link.call('getConversation', { conversation })).conversation.imported).toMatchObject({
    from: 'chatgpt',
  })
  const longest = Math.max(0, ...parse.mock.calls.map(([text]) => String(text).length))
  expect(longest).toBeLessThan(longestImportPiece)
  await link.call('endImport', { reading })
  await expect(link.call('previewImport', { reading })).rejects.toMatchObject({ code: 'not-found' })
})
