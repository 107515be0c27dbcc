import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Handlers } from '../../../shared/contract/commands.ts'
import type { Reader } from '../journal/queries/reader.ts'

/** Reading stored results in parts, and saving one to a file beside the exports of the log. */
export function resultHandlers(reader: Reader, dataDirectory: string) {
  let saved = 0
  return {
    readResult: ({ hash }) => reader.ask('resultPart', hash, 'person'),
    readResultText: ({ hash, from, limit }) => reader.ask('resultText', hash, 'person', { from, limit }),
    searchResult: (search) => reader.ask('searchResult', search),
    saveResult: ({ hash }) => {
      const directory = join(dataDirectory, 'exports')
      mkdirSync(directory, { recursive: true, mode: 0o700 })
      const moment = new Date().toISOString().replaceAll(/[:.]/g, '-')
      saved += 1
      return reader.ask('saveResult', hash, join(directory, `atrium-result-${moment}-${saved}`))
    },
  } satisfies Partial<Handlers>
}
