import type { HostLink, Result } from '../../../shared/contract/commands.ts'
import { longestImportPiece } from '../../../shared/contract/conversation-import-commands.ts'
import { isObject, type StoredValue } from '../../../shared/schema/json.ts'

/** Gives the host a file's text, or a ZIP archive in base64, as the dialog does. */
export async function openFileText(link: Pick<HostLink, 'call'>, text: string, zip = false) {
  let { reading } = await link.call('addImportText', { text: text.slice(0, longestImportPiece), zip })
  for (let at = longestImportPiece; at < text.length; at += longestImportPiece)
    ({ reading } = await link.call('addImportText', { reading, text: text.slice(at, at + longestImportPiece), zip }))
  return { reading, preview: await link.call('previewImport', { reading }) }
}

/** Imports every conversation of a file; resolves with their IDs. */
export async function importAll(link: Pick<HostLink, 'call'>, text: string, again = false): Promise<string[]> {
  const { reading, preview } = await openFileText(link, text)
  const ids: string[] = []
  for (const { index } of preview.rows)
    ids.push((await link.call('importConversation', { reading, index, again })).conversation)
  await link.call('endImport', { reading })
  return ids
}

/** A model's blocks without what only its API needs. */
const blocksIn = (blocks: StoredValue) =>
  ('json' in blocks && Array.isArray(blocks.json) ? blocks.json.filter(isObject) : []).map(
    ({ type, text, name, id }) => ({
      type,
      text,
      name,
      id,
    }),
  )

type Read = Result<'getConversation'>['conversation']

/** A conversation without IDs and marks: what was said and called, by place. */
export const saidIn = ({ turns, title, head }: Read) => ({
  title,
  head: turns.findIndex(({ id }) => id === head),
  turns: turns.map(({ parent, message, messages, end, model, startedAt }) => ({
    parent: turns.findIndex(({ id }) => id === parent),
    end,
    model,
    startedAt,
    parts: message?.parts,
    messages: messages.map((one) => ({
      model: one.model,
      at: one.at,
      blocks: one.state === 'complete' ? blocksIn(one.blocks) : one.draft,
      calls: one.calls.map(({ modelCall, server, tool, arguments: input, outcome, requestedAt }) => ({
        modelCall,
        server,
        tool,
        input,
        outcome,
        requestedAt,
      })),
    })),
  })),
})
