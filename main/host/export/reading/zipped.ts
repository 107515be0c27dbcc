import { longestImport } from '../../../../shared/contract/conversation-import-commands.ts'
import { HostError } from '../../../../shared/contract/errors.ts'
import { withArchive } from '../../archive/archive.ts'
import { bytesOf } from '../../archive/contents.ts'
import { Refusal } from '../../archive/refusal.ts'
import { exportWords as words } from '../words.ts'

const wanted = 'conversations.json'
/** Other files of an export have names that no bundle can have, such as those of uploads. */
const isWanted = (name: string): boolean => name === wanted || name.endsWith(`/${wanted}`)

/** The text of the only `conversations.json` in a ZIP archive. Nothing else in it is unpacked, and nothing is written. */
export async function textInZip(bytes: Buffer): Promise<string> {
  try {
    return await withArchive(
      bytes,
      async (archive) => {
        const files = archive.entries.filter(({ isFolder }) => !isFolder)
        const below = files.filter(({ name }) => name.endsWith(`/${wanted}`))
        const found = files.find(({ name }) => name === wanted) ?? below[0]
        if (!found) throw bad(words.zip.none)
        if (found.name !== wanted && below.length > 1) throw bad(words.zip.several)
        if (found.size > longestImport) throw bad(words.zip.tooLarge)
        return (await bytesOf(archive, found)).toString()
      },
      isWanted,
    )
  } catch (error) {
    if (error instanceof Refusal) throw bad(sentenceOf(error))
    throw error
  }
}

const bad = (message: string): HostError => new HostError('bad-input', message)

function sentenceOf({ refused: { refused } }: Refusal): string {
  if (refused === 'zip-encrypted') return words.zip.encrypted
  if (refused === 'too-large' || refused === 'too-many-files') return words.zip.tooLarge
  return words.zip.damaged
}
