import type { Question } from '../../../shared/asks/asks.ts'
import type { SavedFile } from '../../../shared/contract/result-commands.ts'
import { defined, isObject, type JsonObject, type JsonValue } from '../../../shared/schema/json.ts'
import { canonicalBase64 } from '../../../shared/text/base64.ts'
import { cleanFileName } from '../../../shared/text/file-name.ts'
import { plainLabel } from '../../../shared/text/hidden-characters.ts'
import { hostOf } from '../../../shared/text/hosts.ts'
import { reasonOf } from '../base/failure.ts'
import type { Inbox } from '../inbox.ts'
import type { Journal } from '../journal/journal.ts'
import { codes, AppRefusal } from './app-peer.ts'
import type { AppOffer, OfferedTo } from './offer.ts'
import { appWords as words } from './words.ts'

type WishDeps = { journal: Journal; inbox: Inbox; save: SaveFile }

/** The wishes of an app that the user is asked about: a URL to open, and files to save. */
export function wishOffers(to: OfferedTo, { journal, inbox, save }: WishDeps): AppOffer[] {
  const ask = wishAsker(to, inbox)
  return [linkOffer(ask), downloadOffer(to, { journal, ask, save })]
}

/** An app's wish, without the server, tool and title of its call. */
type Wish = Omit<Question<'page-wish'>, 'server' | 'tool' | 'title'>

/**
 * Asks the user. Resolves with the actor who allowed it, or undefined. Rejects with `AppRefusal` while another wish is
 * open.
 */
type AskWish = (wish: Wish, signal: AbortSignal) => Promise<string | undefined>

/** Asks about one wish of an app at a time, so no answer counts for a later one. */
function wishAsker({ shown: { conversation, turn, call } }: OfferedTo, inbox: Inbox): AskWish {
  let isWaiting = false
  return async (wish, signal) => {
    if (isWaiting) throw new AppRefusal(codes.refused, words.refused.oneAtATime)
    isWaiting = true
    const { id, server, tool, title } = call
    const question = { server, tool, ...defined({ title }), ...wish }
    const operation = { conversation, turn, call: id }
    try {
      const { answer, actor } = await inbox.ask('page-wish', question, { signal, operation })
      return answer.decision === 'allow' ? actor : undefined
    } finally {
      isWaiting = false
    }
  }
}

/** Max characters of a URL: users don't read longer ones to the end. */
const longestUrl = 1500

/** `ui/open-link` (MCP Apps 2026-01-26). The window that answers opens it; Atrium fetches nothing. */
const linkOffer = (ask: AskWish): AppOffer => ({
  capabilities: { openLinks: {} },
  requests: {
    'ui/open-link': async ({ url }, signal) => {
      const address = typeof url === 'string' ? linkIn(url) : undefined
      if (!address) throw new AppRefusal(codes.params, words.refused.link)
      if ((await ask(address, signal)) === undefined) throw new AppRefusal(codes.refused, words.refused.byUser)
      return {}
    },
  },
})

/** A web address as the parser reads it, and as it was written if that differs. */
function linkIn(written: string): { url: string; written?: string } | undefined {
  if (written.length > longestUrl || /[\p{Cc}\p{Cf}\p{Cs}\s\\]/u.test(written) || !URL.canParse(written))
    return undefined
  const { href, protocol } = new URL(written)
  const isWeb = protocol === 'https:' || protocol === 'http:'
  // Other misleading forms, such as a password or an encoded host, are read as strictly here as everywhere.
  if (!isWeb || hostOf(written) === undefined || href.length > longestUrl) return undefined
  return { url: href, ...(href !== written && { written }) }
}

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
const downloadOffer = (
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
