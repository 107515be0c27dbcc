import { cleanFileName } from '../../../shared/text/file-name.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import type { SavedFile } from '../../../shared/contract/result-commands.ts'
import { defined, isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { reasonOf } from '../base/failure.ts'
import type { Journal } from '../journal/journal.ts'
import type { OfferedTo, AppOffer } from './offer.ts'
import { codes, AppRefusal } from './app-peer.ts'
import type { AskWish } from './app-wish.ts'
import { appWords as words } from './words.ts'
import { canonicalBase64 } from '../../../shared/text/base64.ts'

/** Max files in one request. */
const mostFiles = 20

/** Endings that a system may run, or open in a program that runs what is in it. */
const runnable = new Set(
  [
    'app appimage apk bat chm cmd com command cpl deb desktop dll dmg docm exe gadget hta htm html iso jar js jse lnk',
    'mjs msc msi msix pkg pif pl pptm ps1 psm1 py rb reg rpm run scr sh svg terminal url vbe vbs webloc workflow wsf',
    'wsh xhtml xlsm',
  ].flatMap((line) => line.split(' ')),
)

/** Writes a new file into the folder of exports. */
export type SaveFile = (stem: string, extension: string, content: Uint8Array) => { file: string; bytes: number }

/** A file that the app has, by the name it would get. */
type Offered = { stem: string; extension: string; type: string; content: Buffer }

/**
 * `ui/download-file` (MCP Apps, draft): after the user's yes the files are saved like every other export, and never
 * opened. Links aren't followed.
 */
export const downloadOffer = (
  { shown: { conversation, turn, call }, view, saved }: OfferedTo,
  { journal, ask, save }: { journal: Journal; ask: AskWish; save: SaveFile },
): AppOffer => ({
  capabilities: { downloadFile: {} },
  requests: {
    'ui/download-file': async (params, signal) => {
      const offered = filesIn(params)
      const asked = offered.map(({ stem, extension, type, content: { length } }) => ({
        name: `${stem}.${extension}`,
        type,
        bytes: length,
        ...(runnable.has(extension) && { runs: true as const }),
      }))
      const actor = await ask({ files: asked }, signal)
      if (actor === undefined) return { isError: true }
      const files: SavedFile[] = []
      let problem: string | undefined
      try {
        for (const { stem, extension, content } of offered) files.push(save(stem, extension, content))
      } catch (error) {
        problem = words.notSaved(reasonOf(error))
      }
      const { id, server, tool } = call
      const of = { conversation, turn, call: id, server, tool, view }
      if (files.length > 0) journal.append({ type: 'page.saved', ...of, files, actor })
      await journal.durable()
      saved({ files, ...defined({ problem }) })
      return problem === undefined ? {} : { isError: true }
    },
  },
})

function filesIn({ contents }: JsonObject): Offered[] {
  if (!Array.isArray(contents) || contents.length === 0) throw new AppRefusal(codes.params, words.refused.noFiles)
  if (contents.length > mostFiles) throw new AppRefusal(codes.params, words.refused.manyFiles(mostFiles))
  return contents.map(fileIn)
}

function fileIn(item: JsonValue): Offered {
  const resource = isObject(item) && item['type'] === 'resource' ? item['resource'] : undefined
  if (!isObject(resource)) throw new AppRefusal(codes.params, words.refused.onlyEmbedded)
  const { uri, mimeType, text, blob } = resource
  const content =
    typeof text === 'string' ? Buffer.from(text.toWellFormed()) : typeof blob === 'string' ? decoded(blob) : undefined
  if (typeof uri !== 'string' || !content) throw new AppRefusal(codes.params, words.refused.onlyEmbedded)
  const type = typeof mimeType === 'string' ? plainLabel(mimeType, 100) : ''
  return { ...cleanFileName(lastSegment(uri)), type, content }
}

function decoded(blob: string): Buffer | undefined {
  const bytes = canonicalBase64(blob)
  return bytes === undefined ? undefined : Buffer.from(bytes, 'base64')
}

/** The end of a URI's path, as a name. */
function lastSegment(uri: string): string {
  const [path = ''] = uri.split(/[?#]/)
  const segment = path.split('/').findLast((it) => it !== '') ?? ''
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
